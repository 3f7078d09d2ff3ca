"""Gemot: a council for decisions that are hard to take back."""

__version__ = "0.1.0"
