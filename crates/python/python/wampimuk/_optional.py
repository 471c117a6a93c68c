"""Packages that only some functions need."""

from importlib import import_module
from types import ModuleType


def needed(module: str, extra: str, purpose: str) -> ModuleType:
    """Imports a package that `purpose` needs, or says how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        hint = f'pip install "wampimuk[{extra}]"'
        raise ImportError(f"{purpose} needs {package}: {hint}", name=module) from error
