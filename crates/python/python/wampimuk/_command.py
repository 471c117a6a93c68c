"""The command line, as the binary has it."""

import signal
import sys

from wampimuk import _native


def main() -> int:
    """Runs the command line and returns its exit code."""
    # Python would keep an interrupt to itself until the native code returns.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.main(["wampimuk", *sys.argv[1:]])
