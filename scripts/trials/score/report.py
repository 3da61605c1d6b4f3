"""The report of a trial, as a person reads it."""

from trials.score.answers import rubrics
from trials.score.figures import Figures, figures
from trials.score.scores import Scores


def report(name: str, scores: Scores, *, with_all: bool = False) -> str:
    """The figures and the answers outside of their bands, or with `with_all` every answer."""
    found = figures(scores)
    shown = [answer for rubric in rubrics() for answer in rubric.answers] if with_all else found.outside
    lines = [
        f"{answer.id:<20} {scores.plain[answer.id]:>4}  expected {answer.low} to {answer.high}:"
        f" {answer.argument}"
        for answer in shown
    ]
    return "\n".join([f"Scorer: {name}", *_measures(found), "", *lines]).rstrip()


def _measures(found: Figures) -> list[str]:
    return [
        f"Rank correlation (Spearman): {found.rank_correlation:.2f}",
        f"Scores in their band:        {found.band_accuracy:.0%}",
        f"Injection gain:              {found.injection_gain} points at most",
        f"Padding changes a score by:  {found.padding_gain} points at most",
        f"Same content in other words: {found.rewording_gap:.1f} points apart on average",
    ]
