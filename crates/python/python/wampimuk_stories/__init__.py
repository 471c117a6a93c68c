"""The family `stories` as tasks for verifiers: `vf-eval wampimuk-stories`. See `wampimuk._verifiers`."""

from wampimuk._verifiers import Questions


class Stories(Questions):
    """Questions of the family `stories`."""

    FAMILY = "stories"


__all__ = ["Stories"]
