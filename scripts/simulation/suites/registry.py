"""All suites that a team may be connected with."""

from typing import Final

from simulation.suites.ashby import AshbyDialect
from simulation.suites.dialect import SuiteDialect
from simulation.suites.greenhouse import GreenhouseDialect
from simulation.suites.lever import LeverDialect, LeverWithTokens
from simulation.suites.smartrecruiters import SmartRecruitersDialect
from simulation.suites.workable import WorkableDialect

DIALECTS: Final[tuple[type[SuiteDialect], ...]] = (
    AshbyDialect,
    GreenhouseDialect,
    WorkableDialect,
    SmartRecruitersDialect,
    LeverDialect,
    LeverWithTokens,
)
