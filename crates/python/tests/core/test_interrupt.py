"""Interrupts are heard in long calls."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

CALLS = {
    "generate": "wampimuk.generate('reascan-full', out)",
    "rows": "list(wampimuk.dataset('reascan-full'))",
    "verify": "wampimuk.verify('reascan-full')",
    "verify stories": "wampimuk.verify('mix-t12')",
    "solve": "wampimuk.solve('reascan-full')",
}


@pytest.mark.skipif(os.name == "nt", reason="signals are another thing there")
@pytest.mark.parametrize("call", CALLS)
def test_an_interrupt_ends_a_long_call(call: str, tmp_path: Path) -> None:
    code = f"""
import signal, wampimuk
# Where a shell has put us into the background, interrupts are ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
out = {str(tmp_path / "out")!r}
wampimuk.dataset('reascan-full')
print('ready', flush=True)
try:
    {CALLS[call]}
except KeyboardInterrupt:
    print('interrupted', flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, bufsize=1)
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert out == "interrupted\n"
    assert not (tmp_path / "out/manifest.json").exists()
