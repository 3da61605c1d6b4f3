"""The whole walk, and its end when the service does not do as promised."""

import io
from collections.abc import Callable

import pytest

from demo import __main__ as demo
from demo import story
from demo.deviation import expect
from demo.printing import Page, chosen
from demo.receiver import Receiver
from demo.scene import Scene, open_scene


def _told(tell: Callable[[Page], None], *, colours: bool = False) -> str:
    stream = io.StringIO()
    tell(Page(stream, colours=colours))
    return stream.getvalue()


def test_a_deviation_ends_the_walk_and_says_what_was_expected(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unlucky(_scene: Scene) -> None:
        expect("the weather", "rain", "sunshine")

    def never(_scene: Scene) -> None:
        raise AssertionError("the walk goes on")

    monkeypatch.setattr(story, "CHAPTERS", (("An unlucky chapter", unlucky), ("A later one", never)))
    stream = io.StringIO()

    with Receiver() as receiver:
        ready = {"baseUrl": "http://127.0.0.1:1", "apiKey": "qapi_abcdefgh"}
        scene = open_scene(Page(stream, colours=False), receiver, ready)
        status = demo.play(scene, lambda: "the stack's last words")

    assert status == 1
    assert "✗ the weather" in stream.getvalue()
    assert "expected  sunshine" in stream.getvalue()
    assert "received  rain" in stream.getvalue()
    assert "the stack's last words" in capsys.readouterr().err


def test_a_secret_is_shown_by_its_beginning_alone() -> None:
    def tell(page: Page) -> None:
        page.mask("qapi_abcdefgh", "qapi_")
        page.request("GET", "/candidates?key=qapi_abcdefgh", {"key": "qapi_abcdefgh"})

    assert _told(tell) == '   → GET /candidates?key=qapi_abcd… {"key": "qapi_abcd…"}\n'


def test_a_terminal_gets_colours_and_a_file_does_not() -> None:
    def tell(page: Page) -> None:
        page.fact("done")

    assert _told(tell) == "   ✓ done\n"
    assert _told(tell, colours=True) == "\x1b[32m   ✓ done\x1b[0m\n"


def test_only_the_interesting_members_of_a_response_are_shown() -> None:
    document = {"data": {"questions": [{"id": "1", "title": "a"}, {"id": "2", "title": "b"}], "more": 3}}

    shown = chosen(document, ["data.questions[].id", "data.absent.name"])

    assert shown == {"data": {"questions": [{"id": "1"}, {"id": "2"}]}}
