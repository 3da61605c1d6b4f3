"""Scans the template with checkov, which is installed into an environment of its own: `make scan`."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from cloudformation.template import read_template
from setup.locked_environment import install
from template_scan.findings import not_needed, not_waived, read_findings, read_waivers

WAIVERS = Path(__file__).with_name("waivers.toml")


def main() -> int:
    """Print the findings without a waiver. Returns 1 when there are any."""
    environment = install("scan")
    findings, waivers = read_findings(_report(environment)), read_waivers(WAIVERS)
    faults, leftovers = not_waived(findings, waivers), not_needed(findings, waivers)
    for fault in faults:
        print(f"{fault.rule} {fault.resource}: {fault.meaning}")
    for waiver in leftovers:
        print(f"{WAIVERS.name}: nothing needs the waiver of {waiver.rule} for {waiver.resources}")
    print(f"{len(faults)} findings, {len(findings) - len(faults)} waived by {len(waivers)} waivers")
    return 1 if faults or leftovers else 0


def _report(environment: Path) -> dict[str, object]:
    """Run checkov on the template with its loops written out, and return its report."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "template.json"
        file.write_text(json.dumps(read_template()))
        options = ["--framework", "cloudformation", "--output", "json", "--compact", "--soft-fail"]
        scan = subprocess.run(
            [environment / "bin" / "checkov", "--file", file, "--skip-download", *options],
            stdout=subprocess.PIPE,
            check=True,
        )
    report: dict[str, object] = json.loads(scan.stdout)
    return report


if __name__ == "__main__":
    sys.exit(main())
