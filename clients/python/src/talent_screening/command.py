"""The command `talent-screening`: imports of candidates from a file, without a program."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

from talent_screening.client import TalentScreening
from talent_screening.errors import TalentScreeningError, ValidationFailed
from talent_screening.imports import CONTENT_TYPES, ImportOptions
from talent_screening.models import CandidateImport
from talent_screening.version import __version__

URL_VARIABLE, KEY_VARIABLE = "TALENT_SCREENING_URL", "TALENT_SCREENING_KEY"
DONE, NOT_ALL_DONE, NOT_ASKED_RIGHT = 0, 1, 2


def main() -> None:
    """Run the command."""
    sys.exit(run(sys.argv[1:], os.environ, sys.stdout, sys.stderr))


def run(arguments: Sequence[str], environment: Mapping[str, str], out: TextIO, progress: TextIO) -> int:
    """Do what the arguments say; the status that the process ends with: 0 when every row is done, 1 when
    some failed or the import did, 2 when something is missing."""
    asked = _parser().parse_args(arguments)
    missing = [name for name in (URL_VARIABLE, KEY_VARIABLE) if not environment.get(name)]
    if missing:
        print(f"talent-screening: set {' and '.join(missing)}", file=progress)
        return NOT_ASKED_RIGHT
    with TalentScreening(environment[URL_VARIABLE], environment[KEY_VARIABLE]) as client:
        try:
            return import_file(client, asked.file, _options(asked), out, progress)
        except ValidationFailed as refused:
            for fault in refused.faults:
                print(f"talent-screening: {fault.field} {fault.reason}", file=progress)
            return NOT_ASKED_RIGHT
        except (TalentScreeningError, OSError, ValueError) as failure:
            print(f"talent-screening: {failure}", file=progress)
            return NOT_ALL_DONE


def import_file(
    client: TalentScreening, path: Path, options: ImportOptions, out: TextIO, progress: TextIO
) -> int:
    """Import a file, tell how far it is, and name the rows that failed; the status of the process."""
    told = client.import_candidates(
        path, options, on_progress=lambda each: print(_how_far(each), file=progress, flush=True)
    )
    for row in client.iterate_candidate_import_rows(told.id, team_id=options.team_id, limit=100):
        for fault in row.errors:
            print(f"row {row.row}: {fault.field or 'row'} {fault.reason}", file=out)
    counts = told.counts
    print(
        f"{counts.created} created, {counts.updated} updated, {counts.skipped} skipped, "
        f"{counts.failed} failed, {counts.invited} invited{' (dry run)' if told.dry_run else ''}",
        file=out,
    )
    return NOT_ALL_DONE if counts.failed else DONE


def _how_far(candidate_import: CandidateImport) -> str:
    counts = candidate_import.counts
    done = counts.created + counts.updated + counts.skipped + counts.failed
    total = "?" if candidate_import.total is None else str(candidate_import.total)
    return f"{candidate_import.status}: {done} of {total} rows"


def _options(asked: argparse.Namespace) -> ImportOptions:
    return ImportOptions(
        interview_id=asked.interview,
        job_id=asked.job,
        delivery_types=asked.delivery_types or None,
        expiry_days=asked.expiry_days,
        on_duplicate=asked.on_duplicate,
        dry_run=asked.dry_run,
        team_id=asked.team,
        idempotency_key=asked.idempotency_key,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="talent-screening",
        description=f"The Talent Screening Service. {URL_VARIABLE} is its address, {KEY_VARIABLE} the key.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    importing = commands.add_parser("import", help="import the candidates of a file, and wait for the end")
    importing.add_argument("file", type=Path, help=f"a file whose name ends in {', '.join(CONTENT_TYPES)}")
    invite = importing.add_mutually_exclusive_group()
    invite.add_argument("--interview", metavar="ID", help="invite the candidates to this interview")
    invite.add_argument("--job", metavar="ID", help="enroll the candidates in this job")
    importing.add_argument(
        "--by",
        dest="delivery_types",
        action="append",
        choices=("email", "sms"),
        help="a channel of the invites to an interview; may be given twice",
    )
    importing.add_argument("--expiry-days", type=int, metavar="DAYS", help="how long the invites hold")
    importing.add_argument(
        "--on-duplicate",
        choices=("skip", "update", "create"),
        default="skip",
        help="what to do with a candidate who is there already (skip)",
    )
    importing.add_argument("--dry-run", action="store_true", help="tell the outcomes, and make nothing")
    importing.add_argument("--team", metavar="ID", help="the team, with a key of a whole organization")
    importing.add_argument(
        "--idempotency-key", metavar="KEY", help="goes on with the same import when it is run again"
    )
    return parser


if __name__ == "__main__":
    main()
