"""A candidate's way through every state of the page: what is looked at in each is the test's affair."""

from collections.abc import Iterator

from playwright.sync_api import Route, expect

from tests.browser.page import TalkPage, wait_for_event

_REFUSE_MICROPHONE = """() => {
  navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("", "NotAllowedError"); };
}"""


def states(talk: TalkPage) -> Iterator[str]:
    """The names of the states; the page is in the one that was named last.

    The service streams speech, and the interview has survey questions.
    """
    page, says = talk.page, talk.says
    expect(talk.button(says("startByVoice"))).to_be_visible()
    yield "start"

    talk.button(says("startByVoice")).click()
    expect(talk.button(says("interrupt"))).to_be_visible()
    yield "speaking"

    page.locator(".settings summary").click()
    page.get_by_role("switch").uncheck()
    yield "settings"

    page.locator(".settings summary").click()
    talk.button(says("interrupt")).click()
    expect(page.locator(".partial")).to_be_visible()
    yield "listening"

    talk.button(says("checkFirst")).click()
    review = page.get_by_role("group", name=says("weHeard"))
    expect(review).to_be_visible()
    yield "review"

    held: list[Route] = []
    page.route("**/conversation/turns", lambda route: held.append(route), times=1)
    review.get_by_role("button", name=says("sendTurn")).click()
    expect(page.locator(".turn.sending")).to_be_visible()
    yield "sending"

    wait_for_event(page, lambda: held)
    held[0].continue_()
    expect(talk.button(says("interrupt"))).to_be_visible()
    talk.button(says("pause")).click()
    expect(talk.button(says("resume"))).to_be_visible()
    yield "paused"

    page.evaluate(_REFUSE_MICROPHONE)
    talk.button(says("resume")).click()
    expect(talk.note).to_have_text(says("microphoneRefused"))
    yield "refused"

    page.context.set_offline(True)
    expect(page.get_by_text(says("talkOffline"))).to_be_visible()
    yield "offline"

    page.context.set_offline(False)
    expect(page.get_by_text(says("talkOffline"))).to_be_hidden()
    # Nobody waits until the goodbye has been spoken.
    talk.button(says("sound")).click()
    talk.button(says("endShort")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "dialog"

    page.get_by_role("dialog").get_by_role("button", name=says("endNow")).click()
    expect(talk.button(says("goOn"))).to_be_visible()
    yield "ended"

    talk.button(says("goOn")).click()
    expect(page.get_by_role("textbox")).to_be_visible()
    yield "survey"

    page.get_by_role("textbox").fill("Nothing.")
    talk.button(says("review")).click()
    talk.button(says("send")).click()
    expect(page.locator(".ending")).to_be_visible()
    yield "thanks"
