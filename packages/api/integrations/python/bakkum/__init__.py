"""Converts files through the API of a Bakkum server. Only the standard library is used; Python 3.11 or newer."""

from .client import Bakkum, BakkumError

__all__ = ["Bakkum", "BakkumError"]
