"""The Talent Screening Service as tools for agents, by the Model Context Protocol."""

from talent_screening_mcp.version import __version__

__all__ = ["__version__"]
