"""The command line, as the binary has it."""

import signal
import sys

from wampimuk import _native


def main() -> int:
    """Runs the command line and returns its exit code."""
    if sys.argv[1:] == ["lm-eval-path"]:
        # Where the package's own files are, only the package knows.
        from wampimuk import lm_eval  # noqa: PLC0415 - hardly anybody needs it

        print(lm_eval.path())
        return 0
    if sys.argv[1:2] == ["openenv"]:
        # OpenEnv is a library of Python.
        from wampimuk._openenv import serve  # noqa: PLC0415 - hardly anybody needs it

        return serve(sys.argv[2:])
    # Python would keep an interrupt to itself until the native code returns.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.main(["wampimuk", *sys.argv[1:]])
