"""Results as a Markdown document: verdicts first, then the figures of each experiment."""

from __future__ import annotations

from ludoteca.classics.experiments import EXPERIMENTS
from ludoteca.classics.experiments.formatting import figure, interval, requirement, summary, verdict, what
from ludoteca.classics.experiments.rows import MESSAGES, Result
from ludoteca.classics.experiments.stored import Run


def document(run: Run, lang: str, program: str) -> str:
    """The whole document."""
    names = [result.experiment for result in run.results]
    words = [program, "experiments", *(names if len(names) < len(EXPERIMENTS) else [])]
    words += ["--quick"] if run.quick else []
    text = f"# {_text(lang, 'document.heading')}\n\n"
    text += _text(lang, "document.about", command=" ".join(words)) + "\n\n"
    text += _text(lang, "document.quick" if run.quick else "document.full") + "\n\n"
    text += f"## {_text(lang, 'document.verdicts')}\n\n" + verdict_table(run, lang)
    for result in run.results:
        text += f"\n{section(result, lang)}"
    return text


def verdict_table(run: Run, lang: str) -> str:
    """Report, claim, verdict and the figures that decided."""
    heads = ("report", "claim", "verdict", "figures")
    text = _line([_text(lang, f"column.{head}") for head in heads]) + "|---|---|---|---|\n"
    for result in run.results:
        experiment = EXPERIMENTS[result.experiment]
        link = f"[{experiment.claim(lang)}](#{result.experiment})"
        author = experiment.source(lang).partition(":")[0]
        text += _line([author, link, f"**{verdict(lang, result.verdict)}**", summary(lang, result, 2)])
    return text


def section(result: Result, lang: str) -> str:
    """One experiment with all its rows."""
    experiment = EXPERIMENTS[result.experiment]
    text = f'<a id="{result.experiment}"></a>\n\n## {experiment.title(lang)}\n\n{experiment.source(lang)}\n\n'
    text += _text(lang, "document.claim", claim=experiment.claim(lang)) + " "
    text += _text(lang, "document.verdict", verdict=verdict(lang, result.verdict)) + "\n\n"
    heads = ("measured", "theirs", "ours", "interval", "required", "verdict")
    text += _line([_text(lang, f"column.{head}") for head in heads]) + "|---|--:|--:|--:|--:|---|\n"
    for row in result.rows:
        outcome = verdict(lang, row.check.outcome) if row.check else ""
        text += _line(
            [
                what(lang, row),
                figure(lang, row.theirs, row.unit),
                figure(lang, row.ours, row.unit),
                interval(lang, row),
                requirement(lang, row),
                outcome,
            ]
        )
    return text


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def _text(lang: str, key: str, **values: object) -> str:
    return MESSAGES.text(lang, key, **values)
