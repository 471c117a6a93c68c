"""The command line, as the binary has it."""

import sys

from wampimuk import _native


def main() -> int:
    """Runs the command line and returns its exit code."""
    return _native.main(sys.argv)
