"""Architecture rules that import contracts cannot express: on the names of modules and on their content."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import grimp
import pytest

from tests.template.deployment import REPOSITORY

PACKAGE = REPOSITORY / "layers" / "shared" / "gather"
AREAS = (
    "tenancy", "webhooks", "content", "screening", "deliveries", "workflow", "chat", "sandbox", "messaging",
    "connect", "rights",
)  # fmt: skip
STORING = ("storage", "service")
"""Endings of the names of an area's modules that access the table."""

USE_CASES = frozenset(
    {
        "tenancy/organizations/engines.py",
        "tenancy/sessions/issuer.py",
        "tenancy/users/worker.py",
        "content/audio_questions/worker.py",
        "content/interviews/bulk_update.py",
        "content/interviews/copy.py",
        "content/interviews/references.py",
        "content/interviews/save_with_parts.py",
        "content/personas/worker.py",
        "content/scorecards/suggestions.py",
        "screening/answers/transcription.py",
        "screening/candidate_interviews/lifecycle.py",
        "screening/candidate_interviews/lists.py",
        "screening/candidates/lists.py",
        "screening/candidate_interviews/parties.py",
        "screening/candidate_interviews/worker.py",
        "screening/conversations/preparation.py",
        "screening/conversations/recognition.py",
        "screening/conversations/replies.py",
        "screening/conversations/speech_input.py",
        "screening/conversations/turn_context.py",
        "screening/conversations/view.py",
        "screening/conversations/voice.py",
        "screening/evaluations/run.py",
        "screening/evaluations/scorer.py",
        "screening/evaluations/steps.py",
        "screening/evaluations/worker.py",
        "screening/recordings/audio.py",
        "screening/scorecard_previews/worker.py",
        "connect/integrations/door.py",
        "connect/orders/cancel.py",
        "connect/orders/desk.py",
        "connect/pushes/caller.py",
        "connect/pushes/client.py",
        "connect/pushes/tokens.py",
        "connect/pushes/worker.py",
        "deliveries/attempt.py",
        "deliveries/fan_out.py",
        "deliveries/failing_webhook.py",
        "deliveries/attempt_queues.py",
        "deliveries/log.py",
        "deliveries/recovery.py",
        "deliveries/redelivery.py",
        "deliveries/delivery_tasks.py",
        "deliveries/webhook_deletion.py",
        "deliveries/worker.py",
        "workflow/candidate_meetings/booking_updates.py",
        "workflow/candidate_meetings/lifecycle.py",
        "workflow/candidate_meetings/repeat_invites.py",
        "workflow/candidate_meetings/worker.py",
        "workflow/enrollments/end.py",
        "workflow/enrollments/enroll.py",
        "workflow/enrollments/executions.py",
        "workflow/enrollments/gate_preview.py",
        "workflow/enrollments/lifecycle.py",
        "workflow/enrollments/progress.py",
        "workflow/enrollments/standing.py",
        "workflow/enrollments/step_invites.py",
        "workflow/enrollments/steps.py",
        "workflow/enrollments/initial_threshold.py",
        "workflow/enrollments/worker.py",
        "workflow/imports/duplicates.py",
        "workflow/imports/invites.py",
        "workflow/imports/planned_rows.py",
        "workflow/imports/reads.py",
        "workflow/imports/rehearsal.py",
        "workflow/imports/row_maker.py",
        "workflow/imports/row_rehearser.py",
        "workflow/imports/subjects.py",
        "workflow/imports/worker.py",
        "workflow/jobs/references.py",
        "workflow/templates/references.py",
        "workflow/templates/resources.py",
        "chat/chatbots/references.py",
        "chat/chats/limits.py",
        "chat/chats/reply.py",
        "chat/chats/session.py",
        "chat/chats/timeout.py",
        "chat/chats/turns.py",
        "messaging/notifications/reminders.py",
        "messaging/notifications/worker.py",
        "sandbox/plays/candidate_client.py",
        "sandbox/plays/worker.py",
        "messaging/channels/email_pace.py",
        "messaging/channels/messengers.py",
        "messaging/digests/request.py",
        "messaging/notices/left_message.py",
        "messaging/notices/meeting.py",
        "messaging/notices/news.py",
        "messaging/notices/request.py",
        "messaging/notices/results.py",
        "messaging/notices/webhook.py",
        "messaging/notifications/mailings.py",
        "messaging/notifications/earliest_time.py",
        "messaging/notifications/meeting_invites.py",
        "messaging/notifications/request_messages.py",
        "messaging/notifications/sending_turn.py",
        "connect/integrations/selection.py",
        "connect/job_assignment.py",
        "connect/orders/place.py",
        "connect/vendor_client.py",
        "rights/erasure/chat_deletion.py",
        "rights/erasure/parts.py",
        "rights/erasure/worker.py",
        "rights/export/archive.py",
        "rights/export/worker.py",
        "rights/fairness/population.py",
        "rights/retention/transcripts.py",
        "rights/retention/worker.py",
    }
)
"""Modules of an area with a use case of their own. They access the table, or another service, too."""

EXPRESSIONS = re.compile(
    r"attribute_(not_)?exists|attribute_type|begins_with ?\(|if_not_exists|list_append"
    r"|\bcontains ?\(#?\w+, ?:|\b(SET|ADD|REMOVE|DELETE) #?\w+( =| :|,|$)"
    r"|#?\w+ (=|<>|<|<=|>|>=) :\w+|\bBETWEEN :\w+ AND\b"
    r"|(Key|Filter|Update)?(Condition)?Expression$|^ExpressionAttribute(Names|Values)$"
)
"""Patterns of DynamoDB's expressions and of the parameters that take them."""

INPUT_AND_OUTPUT = (
    "aws_lambda_powertools",
    "boto3",
    "botocore",
    "gather.core.aws",
    "gather.outgoing.address_policy",
    "gather.outgoing.transport",
    "gather.table",
    "urllib3",
)


def _other_modules() -> list[Path]:
    """Returns the modules of the areas, without those that store and the use cases of a resource."""
    return [
        module
        for area in AREAS
        for module in sorted((PACKAGE / area).rglob("*.py"))
        if not module.stem.endswith(STORING)
    ]


def _imports(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _does_input_or_output(module: Path) -> bool:
    return any(name.startswith(INPUT_AND_OUTPUT) or name.endswith(STORING) for name in _imports(module))


def test_models_and_rules_do_no_input_or_output() -> None:
    doing = {str(module.relative_to(PACKAGE)) for module in _other_modules() if _does_input_or_output(module)}

    assert doing == USE_CASES


def _path(module: Path) -> str:
    return str(module.relative_to(REPOSITORY))


def _beside_the_table() -> list[Path]:
    """Returns all deployed modules but those of the table itself."""
    sources = [*PACKAGE.rglob("*.py"), *(REPOSITORY / "functions").rglob("*.py")]
    return [module for module in sorted(sources) if PACKAGE / "table" not in module.parents]


def _texts(tree: ast.AST) -> Iterator[str]:
    """Yields the texts of a module and the names of the arguments that it passes, without docstrings."""
    explained = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explained:
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "_" for part in node.values)
        elif isinstance(node, ast.keyword) and node.arg is not None:
            yield node.arg


def _table_talk(source: str) -> set[str]:
    """Returns a module's DynamoDB expressions, and the attributes of an item that only its kind writes."""
    tree = ast.parse(source)
    found = {text for text in _texts(tree) if EXPRESSIONS.search(text) or text in ("pk", "sk")}
    for node in ast.walk(tree):
        written: list[ast.expr | None] = []
        if isinstance(node, ast.Dict):
            written = node.keys
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            written = [node.slice]
        found |= {"entity" for name in written if isinstance(name, ast.Constant) and name.value == "entity"}
    return found


@pytest.mark.parametrize("module", _beside_the_table(), ids=_path)
def test_only_the_table_speaks_dynamodb(module: Path) -> None:
    assert _table_talk(module.read_text()) == set()


@pytest.mark.parametrize(
    "source",
    [
        'unit.require(key, "attribute_exists(pk)", refused)',
        'Update("SET used = :used")',
        'Update("ADD amount :one")',
        'change = f"SET #{name} = :value"',
        'table.query(keys, where="#status = :active")',
        'client.query(FilterExpression="x")',
        'parameters["UpdateExpression"] = text',
        'table.put({"pk": key.pk})',
        'item["sk"]',
        'table.put({"entity": "INVITE"})',
        'item["entity"] = "INVITE"',
        "dict(item, pk=key.pk)",
    ],
)
def test_what_speaks_dynamodb_is_noticed(source: str) -> None:
    assert _table_talk(source)


def _declares(module: Path) -> set[str]:
    """Returns the kinds of records and items that a module declares."""
    tree = ast.parse(module.read_text())
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return called & {"ItemKind", "Kind", "TeamSetKind"}


def test_kinds_are_declared_by_the_storage_modules() -> None:
    declaring = {_path(module) for module in _beside_the_table() if _declares(module)}

    assert {module for module in declaring if not module.endswith("storage.py")} == set()


def _classes() -> dict[str, list[str]]:
    """Maps each class of the product and its tools to its modules. Baselines imitate other services."""
    places: dict[str, list[str]] = defaultdict(list)
    for folder in ("layers", "functions", "scripts"):
        for module in sorted((REPOSITORY / folder).rglob("*.py")):
            if REPOSITORY / "scripts" / "bench" / "baselines" in module.parents:
                continue
            for node in ast.walk(ast.parse(module.read_text())):
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(f"{_path(module)}:{node.lineno}")
    return places


def test_no_two_classes_share_a_name() -> None:
    classes = _classes()

    assert {"Table", "ScreeningSession", "DemoClient"} <= classes.keys()
    assert {name: places for name, places in classes.items() if len(places) > 1} == {}


def test_only_functions_with_pages_or_emails_import_the_library_of_html() -> None:
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    packages = settings["tool"]["importlinter"]["root_packages"]
    graph = grimp.build_graph(*packages, include_external_packages=True)

    importing = {
        package
        for package in packages
        if f"{package}.handler" in graph.modules and graph.chain_exists(f"{package}.handler", "htpy")
    }

    assert importing == {"candidate_meetings", "chat", "notifications", "screening", "unsubscriptions"}


def test_no_deployed_module_escapes_html_by_hand() -> None:
    escaping = [
        _path(module)
        for module in _beside_the_table()
        if {"html", "html.escape", "markupsafe.escape"} & set(_imports(module))
    ]

    assert escaping == []


def _of(imported: Iterable[str], *packages: str) -> set[str]:
    return {name for name in imported for package in packages if f"{name}.".startswith(f"{package}.")}


def test_only_the_benchmark_imports_from_the_tests_and_only_their_support() -> None:
    wrong = {
        _path(module): imported
        for module in sorted((REPOSITORY / "scripts").rglob("*.py"))
        if (imported := _of(_imports(module), "tests"))
        and not (
            REPOSITORY / "scripts" / "bench" in module.parents
            and all(f"{name}.".startswith("tests.support.") for name in imported)
        )
    }

    assert wrong == {}


def test_the_support_of_tests_and_benchmark_needs_neither() -> None:
    modules = sorted((REPOSITORY / "tests" / "support").rglob("*.py"))
    imported = {_path(module): {*_imports(module)} for module in modules}
    of_tests = {name for names in imported.values() for name in _of(names, "tests")}

    assert len(modules) > 4
    assert {place for place, names in imported.items() if _of(names, "pytest", "bench")} == set()
    assert of_tests
    assert {name for name in of_tests if not f"{name}.".startswith("tests.support.")} == set()
