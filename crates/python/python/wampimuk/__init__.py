"""Controllable, certified benchmarks for compositional generalisation in language."""

from wampimuk._native import __version__

__all__ = ["__version__"]
