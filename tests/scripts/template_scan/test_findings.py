"""A finding of the template's scan is fixed, or waived once with a reason."""

import pytest

from template_scan.__main__ import WAIVERS
from template_scan.findings import (
    Finding,
    Waiver,
    not_needed,
    not_waived,
    read_findings,
    read_waivers,
)

OPEN_BUCKET = Finding("CKV_1", "MediaBucket", "A bucket is private")
LOGLESS_BUCKET = Finding("CKV_2", "LogBucket", "A bucket has a log")
NO_LOG_OF_LOGS = Waiver("CKV_2", "Log*", "It holds the logs.")


def test_what_is_waived_needs_no_fix_and_everything_else_does() -> None:
    assert not_waived([OPEN_BUCKET, LOGLESS_BUCKET], [NO_LOG_OF_LOGS]) == [OPEN_BUCKET]


def test_a_waiver_is_of_its_own_rule_and_resources_alone() -> None:
    for rule, resources in (("CKV_1", "Log*"), ("CKV_2", "Media*")):
        assert not_waived([LOGLESS_BUCKET], [Waiver(rule, resources, "")]) == [LOGLESS_BUCKET]


def test_a_waiver_of_what_is_fixed_is_named() -> None:
    assert not_needed([OPEN_BUCKET], [NO_LOG_OF_LOGS]) == [NO_LOG_OF_LOGS]
    assert not_needed([LOGLESS_BUCKET], [NO_LOG_OF_LOGS]) == []


def test_findings_name_the_logical_id_of_their_resource() -> None:
    failed = {
        "check_id": "CKV_1",
        "resource": "AWS::S3::Bucket.MediaBucket",
        "check_name": OPEN_BUCKET.meaning,
    }
    report = {"results": {"failed_checks": [failed], "parsing_errors": []}}

    assert read_findings(report) == [OPEN_BUCKET]


@pytest.mark.parametrize("report", [{}, {"results": {"failed_checks": [], "parsing_errors": ["x"]}}])
def test_a_template_that_could_not_be_read_is_no_template_without_findings(report: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="could not read"):
        read_findings(report)


def test_each_waiver_has_a_reason_and_no_rule_is_waived_twice() -> None:
    waivers = read_waivers(WAIVERS)

    assert all(len(each.reason) > 40 for each in waivers)
    assert len({each.rule for each in waivers}) == len(waivers)
