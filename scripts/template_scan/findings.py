"""The findings of a scan and their waivers."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Finding:
    """A rule that a resource of the template does not keep."""

    rule: str
    resource: str
    meaning: str


@dataclass(frozen=True)
class Waiver:
    """A rule that some resources need not keep, and why. `resources` is a pattern of their logical ids."""

    rule: str
    resources: str
    reason: str

    def covers(self, finding: Finding) -> bool:
        """Whether it waives the finding."""
        return finding.rule == self.rule and fnmatchcase(finding.resource, self.resources)


def read_waivers(file: Path) -> list[Waiver]:
    """The waivers of a file."""
    return [Waiver(**each) for each in tomllib.loads(file.read_text(encoding="utf-8"))["waiver"]]


def read_findings(report: dict[str, Any]) -> list[Finding]:
    """The findings in a report of checkov. Raises ValueError where checkov could not read the template."""
    if "results" not in report or report["results"]["parsing_errors"]:
        raise ValueError("checkov could not read the template")
    return [
        Finding(each["check_id"], each["resource"].rpartition(".")[2], each["check_name"])
        for each in report["results"]["failed_checks"]
    ]


def not_waived(findings: Iterable[Finding], waivers: Sequence[Waiver]) -> list[Finding]:
    """Lists the findings that no waiver covers."""
    return [each for each in findings if not any(waiver.covers(each) for waiver in waivers)]


def not_needed(findings: Sequence[Finding], waivers: Iterable[Waiver]) -> list[Waiver]:
    """Lists the waivers that no finding needs any more."""
    return [waiver for waiver in waivers if not any(waiver.covers(each) for each in findings)]
