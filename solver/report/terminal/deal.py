"""A judged game on a terminal: the deal, its tricks with the mistakes marked, and their cost."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from solver.analysis import SIGNS, Analysis, Grade, Play
from solver.bidding import ContractTable
from solver.cards import Notation
from solver.game import ThrownIn
from solver.labels import LogName
from solver.report import words
from solver.report.deal import DealReport
from solver.report.match import MatchReport
from solver.report.plain_text import plain
from solver.report.story import story
from solver.report.terminal.answer import LEADS, tricks_table
from solver.report.terminal.cards import table_diagram, tinted
from solver.report.terminal.console import Captioned, Fitting
from solver.report.terminal.fair import fair_table
from solver.report.terminal.figures import figures_table
from solver.report.terminal.graph import graph_lines
from solver.report.terminal.match import match_text
from solver.report.terminal.said_calls import said_calls_text
from solver.report.terminal.signs import INDENT, STYLES
from solver.report.terminal.table import bidding_text, contracts_text
from solver.sentences import Language
from solver.speech import Speech

NO_TABLES: Mapping[int, ContractTable] = MappingProxyType({})


def analysis_text(
    analysis: Analysis,
    notation: Notation = "en",
    language: Language = "en",
    tables: Mapping[int, ContractTable] = NO_TABLES,
) -> RenderableType:
    """Return the whole analysis, deal by deal.

    tables: deals under all contracts, by their index in ``analysis.deals``.
    """
    speech = Speech(language, notation, symbols=True)
    reports = [DealReport(deal, speech, tables.get(index)) for index, deal in enumerate(analysis.deals)]
    first, left = reports[0], iter(reports)
    faults = _fault_lines(analysis, speech)
    if analysis.match is None:
        return Group(deal_text(first), *faults)
    parts: list[RenderableType] = []
    deals = analysis.all_deals()
    for number, deal in enumerate(deals, 1):
        title = speech.say(words.DEAL_OF, number, of=len(deals))
        parts += [Text(title, style="bold underline"), Text()]
        if isinstance(deal, ThrownIn):
            parts += [Text(speech.say(words.THROWN_IN)), Text()]
        else:
            parts += [deal_text(next(left)), Text()]
    parts.append(match_text(MatchReport(analysis, speech)))
    return Group(*parts, *faults)


def _fault_lines(analysis: Analysis, speech: Speech) -> list[RenderableType]:
    """Return the faults of a partial log, which say why the report ends where it does."""
    if not analysis.faults:
        return []
    said = [Text(plain(fault.tell_to(speech), 1000), style="yellow") for fault in analysis.faults]
    heading = _heading(speech.say(words.FAULTS))
    return [Text(), heading, *(Padding(one, (0, 0, 0, INDENT)) for one in said)]


def deal_text(report: DealReport) -> RenderableType:
    """Return the report on one deal."""
    deal, say = report.deal, report.say
    title = Text(report.title, style="bold")
    title.append_text(tinted(" · ".join(["", *report.contract()]))).stylize("not bold", len(report.title))
    if deal.log_id is not None:
        title.append(
            f" · {plain(LogName(deal.log_id).say(report.speech.language), 60)}", style="dim not bold"
        )
    start = deal.positions[0]
    parts: list[RenderableType] = [
        title,
        Text(),
        *([tinted(" ".join(told)), Text()] if (told := story(report)) else []),
        table_diagram(start, start.hands, report.speech, deal.names or {}),
        Text(),
    ]
    if auction := report.auction():
        parts += [tinted(auction), Text()]
    parts += said_calls_text(report)
    if deal.plays:
        parts += [_tricks_table(report), Text(), _Graph(report)]
    if report.mistakes:
        parts += [_heading(say(words.MISTAKES)), Text()]
        for play in report.mistakes:
            parts += [_mistake_text(report, play), Text()]
    elif deal.plays and deal.exact:
        parts += [Text(say(words.NO_MISTAKES)), Text()]
    if (verdicts := fair_table(report)) is not None:
        parts += [verdicts, Text()]
    if deal.plays:
        parts += [figures_table(report.figures), Text(report.figures.legend(), style="dim"), Text()]
    if deal.turning_points:
        parts.append(_heading(say(words.TURNS)))
        for turn in deal.turning_points:
            said = f"{say(words.TRICK_NUMBER, n=turn.play.trick + 1)} · {turn.text(report.speech)}"
            parts.append(Padding(tinted(said), (0, 0, 0, INDENT)))
        parts.append(Text())
    parts += [Text(said, style="yellow") for said in report.limit()]
    parts.append(_outcome_table(report))
    if report.table is not None:
        parts += [Text(), _heading(say(words.ALL_CONTRACTS)), Text()]
        parts += [*contracts_text(report.table, report.speech), Text()]
        parts += bidding_text(report.table, report.speech)
    return Group(*parts)


def _heading(text: str) -> Text:
    return Text(text, style="bold")


def _tricks_table(report: DealReport) -> RenderableType:
    deal = report.deal
    plays = {(play.trick, play.seat): play for play in deal.plays}
    n_players = deal.position.rules.n_players
    afters = [play.before for play in deal.plays[n_players::n_players]]
    values = [report.value(answer.value) for answer in (*afters, deal.end)]

    def table(is_tight: bool, after: Sequence[str] | None) -> Captioned:
        def sign_of(trick: int, seat: str) -> Text:
            return _signs(report, plays[trick, seat], is_short=is_tight)

        tricks = tricks_table(
            deal.position,
            report.speech,
            sign_of=sign_of,
            values=after,
            valued=report.valued,
            is_tight=is_tight,
        )
        return Captioned(tricks, _legend(report, is_tight=is_tight, has_values=after is not None))

    return Fitting(table(False, values), table(True, values), table(True, None))


def _signs(report: DealReport, play: Play, *, is_short: bool = False) -> Text:
    """Return the sign behind a card and, paler, that with all cards known, where it is another one.

    ``is_short`` leaves out the second.
    """
    said = Text()
    if sign := report.sign(play):
        said.append(f" {sign}", style=f"not bold {STYLES.get(play.grade or Grade.best, 'dim')}")
    if (open_sign := report.open_sign(play)) and not is_short:
        said.append(f" {words.OPEN_SIGN.format(sign=open_sign)}", style="not bold dim")
    return said


def _legend(report: DealReport, *, is_tight: bool, has_values: bool) -> Text:
    """Return what explains the signs and numbers of the table; one that is tight has no bracketed signs."""
    say = report.say
    said = [f"{LEADS} {say(words.LED)}", say(words.BOLD_WINS)]
    grades = {play.grade for play in report.deal.plays}
    if not is_tight:
        grades |= {play.open_grade for play in report.deal.plays}
    said += [
        say(words.MARKED, sign=sign, grade=report.grade(grade))
        for grade, sign in SIGNS.items()
        if grade in grades
    ]
    if report.has_open_signs and not is_tight:
        said.append(say(words.OPEN_SIGNS))
    if None in grades:
        said.append(say(words.LIMIT_CAME, sign=words.UNPROVED))
    if has_values:
        said.append(report.line_values)
    return Text(" · ".join(said), style="dim")


class _Graph:
    """The graph of the value, as wide as the terminal allows."""

    def __init__(self, report: DealReport) -> None:
        self.report = report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        report = self.report
        deal = report.deal
        turns = {turn.play.index + 1 for turn in deal.turning_points}
        lines = graph_lines(report.values, deal.position.rules.n_players, turns, options.max_width)
        if len(lines) < 3:  # the value never changed
            return
        yield _heading(report.charted)
        yield Text()
        yield Text("\n".join(lines), no_wrap=True)
        if turns:
            yield Text(f"▲ {report.say(words.TURNED)}", style="dim")
        yield Text()


def _mistake_text(report: DealReport, play: Play) -> RenderableType:
    """Return a mistake: the player, the card, its grade, the explanation, and the numbers."""
    head = Text(report.say(words.TRICK_NUMBER, n=play.trick + 1), style="bold")
    head.append_text(tinted(f" · {report.played(play)}"))
    head.append_text(_signs(report, play))
    head.append(f"  {report.verdict(play)}", style="not bold")
    why = [tinted(text) for text in (report.why(play), report.contract_share(play)) if text]
    said = Group(*why, Text(report.open_cards(play), style="dim"))
    return Group(head, Padding(said, (0, 0, 0, INDENT)))


def _outcome_table(report: DealReport) -> Table:
    """Return the results of best play and of the actual play."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for word, said in report.outcome():
        table.add_row(Text(word, style="bold"), Text(said, style="bold"))
    return table
