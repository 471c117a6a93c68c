"""`python -m wampimuk` is the command line."""

import sys

from wampimuk._command import main

sys.exit(main())
