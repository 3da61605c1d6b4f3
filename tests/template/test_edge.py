"""The edge before the API, which is there only when it is asked for (docs/operations.md)."""

import json
from typing import Any

from gather.http.visitors import ADDRESS_HEADER, SECRET_HEADER
from gather.table.visitor_usage import REQUESTS_AN_HOUR
from tests.template.deployment import REPOSITORY, declared, of_type, translated

MOST_RESOURCES = 8
CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"
ALL_BUT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac"
LARGEST_FUNCTION_BYTES = 10_000


def _distribution() -> Any:
    return of_type("AWS::CloudFront::Distribution")["EdgeDistribution"]["DistributionConfig"]


def _conditions() -> dict[str, str]:
    """Returns the resources of the edge, each with its condition."""
    return {name: each["Condition"] for name, each in translated().items() if name.startswith("Edge")}


def test_the_edge_is_off_unless_a_secret_is_given() -> None:
    parameters = declared()["Parameters"]

    assert set(_conditions().values()) == {"HasEdge", "HasEdgeRules"}
    assert len(_conditions()) <= MOST_RESOURCES
    assert parameters["EdgeSecret"]["Default"] == parameters["OtherEdgeSecret"]["Default"] == ""


def test_no_secret_stands_in_the_template() -> None:
    for name in ("EdgeSecret", "OtherEdgeSecret"):
        assert declared()["Parameters"][name]["NoEcho"] is True
    assert "EdgeSecret" not in json.dumps(declared()["Outputs"])
    [sent] = _distribution()["Origins"][0]["OriginCustomHeaders"]
    assert sent == {"HeaderName": SECRET_HEADER, "HeaderValue": {"Ref": "EdgeSecret"}}


def test_every_function_knows_the_secrets_that_are_taken() -> None:
    variables = declared()["Globals"]["Function"]["Environment"]["Variables"]

    assert variables["EDGE_SECRET"] == {"Ref": "EdgeSecret"}
    assert variables["OTHER_EDGE_SECRET"] == {"Ref": "OtherEdgeSecret"}


def test_nothing_is_cached_and_everything_but_the_host_passes() -> None:
    behavior = _distribution()["DefaultCacheBehavior"]

    assert "CacheBehaviors" not in _distribution()
    assert (behavior["CachePolicyId"], behavior["OriginRequestPolicyId"]) == (CACHING_DISABLED, ALL_BUT_HOST)
    assert behavior["ViewerProtocolPolicy"] == "https-only"
    assert {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"} == set(behavior["AllowedMethods"])


def test_the_edge_tells_the_address_over_what_a_viewer_sends() -> None:
    [function] = of_type("AWS::CloudFront::Function").values()
    [associated] = _distribution()["DefaultCacheBehavior"]["FunctionAssociations"]

    assert (
        f"event.request.headers['{ADDRESS_HEADER}'] = {{ value: event.viewer.ip }}"
        in function["FunctionCode"]
    )
    assert len(function["FunctionCode"]) < LARGEST_FUNCTION_BYTES
    assert associated["EventType"] == "viewer-request"


def test_a_web_acl_bounds_each_address_and_samples_no_request() -> None:
    [rules] = of_type("AWS::WAFv2::WebACL").values()

    assert rules["Scope"] == "CLOUDFRONT"
    rates = [each for each in rules["Rules"] if "RateBasedStatement" in each["Statement"]]
    assert [each["Statement"]["RateBasedStatement"]["AggregateKeyType"] for each in rates] == ["IP"]
    shown = [rules["VisibilityConfig"], *(each["VisibilityConfig"] for each in rules["Rules"])]
    assert not any(each["SampledRequestsEnabled"] for each in shown)


def test_outside_us_east_1_a_web_acl_has_to_be_given() -> None:
    rule = declared()["Rules"]["EdgeIsWhole"]
    told = " ".join(each["AssertDescription"] for each in rule["Assertions"])

    assert "EdgeWebAclArn" in told
    assert "BaseUrl" in told
    assert {"Fn::Equals": [{"Ref": "AWS::Region"}, "us-east-1"]} in declared()["Conditions"]["HasEdgeRules"][
        "Fn::And"
    ]


def test_behind_the_edge_the_domains_are_the_edges() -> None:
    for name in ("GatherDomain", "GatherMapping", "ConnectDomain", "ConnectMapping"):
        condition = translated()[name]["Condition"]
        assert {"Fn::Not": [{"Condition": "HasEdge"}]} in declared()["Conditions"][condition]["Fn::And"]
    for name in ("GatherRecord", "ConnectRecord"):
        choice = translated()[name]["Properties"]["AliasTarget"]["DNSName"]["Fn::If"]
        assert choice[:2] == ["HasEdge", {"Fn::GetAtt": ["EdgeDistribution", "DomainName"]}]


def test_the_bound_of_an_address_is_a_parameter() -> None:
    variables = declared()["Globals"]["Function"]["Environment"]["Variables"]

    assert variables["CLIENT_REQUESTS_PER_HOUR"] == {"Ref": "ClientRequestsPerHour"}
    assert declared()["Parameters"]["ClientRequestsPerHour"]["Default"] == REQUESTS_AN_HOUR


def test_a_budget_tells_who_is_told_of_alarms() -> None:
    [budget] = of_type("AWS::Budgets::Budget").values()

    assert translated()["Budget"]["Condition"] == "HasBudget"
    assert declared()["Parameters"]["MonthlyBudget"]["Default"] == 0
    assert budget["Budget"]["BudgetLimit"]["Amount"] == {"Ref": "MonthlyBudget"}
    for notification in budget["NotificationsWithSubscribers"]:
        assert notification["Subscribers"] == [
            {"SubscriptionType": "EMAIL", "Address": {"Ref": "AlarmEmail"}}
        ]


def test_the_guide_says_how_to_exchange_the_secret() -> None:
    guide = (REPOSITORY / "docs" / "operations.md").read_text(encoding="utf-8")

    assert "## The edge" in guide
    assert "OtherEdgeSecret" in guide
