"""The page of an unsubscribe link (interface: Opt-outs, rules 1 to 3)."""

import pytest

from gather.messaging.channels import opt_out_storage
from gather.messaging.channels.opt_out import UnsubscribeLink, mark_of
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table import deployment_secret
from gather.table.records import Records
from tests.builders.service import Reply, Service, Tenant

pytestmark = pytest.mark.routes

FORM = {"content-type": "application/x-www-form-urlencoded"}
ADDRESS = "ada@example.com"


@pytest.fixture
def mark(records: Records, tenant: Tenant) -> bytes:
    """The mark of Ada's address in the tenant's organization."""
    secret = deployment_secret.get_or_create_secret(records.table)
    return mark_of(secret, DeliveryType.EMAIL, tenant.organization_id, ADDRESS)


@pytest.fixture
def path(records: Records, tenant: Tenant, mark: bytes) -> str:
    """The path of the link in an e-mail to Ada."""
    link = UnsubscribeLink(tenant.organization_id, tenant.team_id, mark)
    return f"/unsubscribe/{link.token(deployment_secret.get_or_create_secret(records.table))}"


def click(service: Service, path: str, raw: str = "List-Unsubscribe=One-Click") -> Reply:
    return service.public().request("POST", path, headers=FORM, raw=raw)


def is_out(records: Records, mark: bytes) -> bool:
    return opt_out_storage.is_opted_out(records.table, mark)


def test_following_the_link_changes_nothing(
    service: Service, records: Records, path: str, mark: bytes
) -> None:
    for method in ("GET", "HEAD", "GET"):
        assert service.public().request(method, path).status == 200

    assert not is_out(records, mark)
    page = service.public().get(path)
    assert f'<form method="post" action="{path}">' in page.body
    assert "from Example Team 1?" in page.body
    assert "ada@" not in page.body
    assert page.headers["x-robots-tag"] == "noindex"
    assert page.headers["cache-control"] == "no-store"
    assert "form-action 'self'" in page.headers["content-security-policy"]


def test_one_click_is_enough_and_can_be_taken_back(
    service: Service, records: Records, path: str, mark: bytes
) -> None:
    done = click(service, path)

    assert (done.status, is_out(records, mark)) == (200, True)
    assert "You are unsubscribed" in done.body
    assert f'action="{path}/undo"' in done.body
    assert f'action="{path}/undo"' in service.public().get(path).body

    back = click(service, f"{path}/undo", raw="")

    assert (back.status, is_out(records, mark)) == (200, False)
    assert "You get e-mails again" in back.body
    assert "Would you like to get no more" in service.public().get(path).body


@pytest.mark.parametrize("raw", ["", "{", "a" * 10_000, "\x00"])
def test_whatever_a_mail_client_posts_counts(
    service: Service, records: Records, path: str, mark: bytes, raw: str
) -> None:
    assert click(service, path, raw).status == 200
    assert is_out(records, mark)


def test_clicking_again_does_nothing_more(service: Service, records: Records, path: str, mark: bytes) -> None:
    assert [click(service, path).status for _ in range(3)] == [200, 200, 200]
    assert is_out(records, mark)


@pytest.mark.parametrize("end", ["", "/undo"])
def test_a_link_that_nobody_made_is_unknown(service: Service, records: Records, path: str, end: str) -> None:
    assert records.table.get(deployment_secret.deployment_secret_key()) is not None
    unknown = f"{path[:-2]}xx{end}"

    reply = click(service, unknown)

    assert (reply.status, "Link not found" in reply.body) == (404, True)
    assert service.public().get(unknown.removesuffix("/undo")).status == 404


def test_the_page_speaks_the_readers_language(service: Service, path: str) -> None:
    page = service.public().request("GET", path, headers={"accept-language": "ar, en;q=0.5"})

    assert '<html lang="ar" dir="rtl">' in page.body
    assert "هل تودّ التوقف" in page.body
