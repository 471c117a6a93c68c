"""What an import brings, and what it does not."""

import subprocess
import sys
from importlib import metadata, resources

import wampimuk


def test_nothing_but_the_standard_library_is_imported() -> None:
    code = "import sys; before = set(sys.modules); import wampimuk; print(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    roots = {name.partition(".")[0] for name in done.stdout.split()}
    assert "wampimuk" in roots
    assert roots - {"wampimuk"} <= set(sys.stdlib_module_names)


def test_the_version_is_that_of_the_distribution() -> None:
    assert wampimuk.__version__ == metadata.version("wampimuk")


def test_types_are_shipped() -> None:
    package = resources.files("wampimuk")
    assert package.joinpath("py.typed").is_file()
    assert package.joinpath("_native.pyi").is_file()


def test_everything_public_has_a_docstring() -> None:
    for name in wampimuk.__all__:
        assert getattr(wampimuk, name).__doc__, name


def test_the_command_line_is_there() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wampimuk", "--version"], capture_output=True, text=True, check=True
    )
    # A commit may follow.
    assert f"{done.stdout.strip()} ".startswith(f"wampimuk {wampimuk.__version__} ")
    done = subprocess.run(
        [sys.executable, "-m", "wampimuk", "show", "gscna"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "gscna" in done.stderr
