"""The scene of a parse error: what was read, where it stopped, and what could have followed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lark import Token

from ...errors import ParseError, QueryError, Span
from ..parsing.build_recall import CLAUSES, Part
from ..parsing.cursor import END, Cursor
from ..parsing.vocabulary import keywords, listed, spoken
from .examples import EXAMPLES, EXPRESSIONS, QUERY_CLAUSES, RECALL_CLAUSES, STATEMENTS

_FIRST_WORDS = frozenset(words.split()[0] for words in CLAUSES)
_WITH_CLAUSES = frozenset(("RECALL", "TRACE", "TRACE PATH", "TRACE HISTORY", "EXPLAIN", "PROFILE"))
_OF_QUERIES = frozenset(words.split()[0] for words in QUERY_CLAUSES) | {"TRACE", "UNION"}
_NEAR = 200
_HOLD_EXPRESSIONS = ("MATCH", "WHERE", "PARETO BY", "RANK BY", "RETURN")


@dataclass(frozen=True, slots=True)
class Scene:
    """The place where a parse stopped.

    at: where. word: the token or character there, "" at the end. terminal: its kind, "" where it is none.
    cursor: the parser as it stood. accepts: the terminals that could have come.
    """

    text: str
    at: int
    word: str
    terminal: str
    cursor: Cursor
    accepts: frozenset[str]

    @property
    def span(self) -> Span:
        return Span(self.at, self.at + len(self.word))

    @property
    def before(self) -> str:
        """The text that was read, without the blanks at its end."""
        return self.text[: self.at].rstrip()

    def just_before(self, pattern: str, flags: int = 0) -> re.Match[str] | None:
        """Return what stands at the end of the text that was read.

        Only the last of it is searched: a pattern that ends in `$` takes time with the square of a word's length.
        """
        before = self.before
        return re.compile(pattern + "$", flags).search(before, max(0, len(before) - _NEAR))

    @property
    def here(self) -> str:
        """The text from where the parser stopped."""
        return self.text[self.at :]

    def words_read(self) -> list[str]:
        """Return the keywords that are waiting for the rest of what they began."""
        known = keywords()
        return [token.type for token in self.cursor.held() if isinstance(token, Token) and token.type in known]

    def statement(self) -> str | None:
        """Return the words of the statement in which the parser stopped, where it is one of few clauses or of none.

        What stands inside it, a recall or a pattern query, is looked at by itself.
        """
        words = [word for word in self.words_read() if word not in ("EXPLAIN", "PROFILE")]
        phrase = next((p for p in (" ".join(words[:2]), *words[:1]) if p in STATEMENTS), None)
        if phrase is None or phrase in _WITH_CLAUSES or self.recall_clause() is not None:
            return None
        return None if phrase != "COMPARE" and _OF_QUERIES & set(words[1:]) else phrase

    def clause(self) -> str | None:
        """Return the words of the clause or statement in which the parser stopped, if there is a form of it to show."""
        plain = self.statement()
        if plain is not None:
            return plain
        words = self.words_read()
        for index in reversed(range(len(words))):
            phrases = [" ".join(words[index : index + length]) for length in (2, 1)]
            longer = (form for form in self.forms() if form.startswith(f"{words[index]} "))
            found = next((phrase for phrase in phrases if phrase in self.forms()), next(longer, None))
            if found is not None:
                return found
        return None

    def recall_clause(self) -> str | None:
        """Return the words of the latest clause, where the parser stopped in a recall; "RECALL" before the first."""
        latest, waiting = self._latest()
        words = [token.type for token in waiting]
        phrases = (" ".join(words[:2]), "".join(words[:1]))
        return next((phrase for phrase in phrases if phrase in CLAUSES), latest)

    def _latest(self) -> tuple[str | None, list[Token]]:
        """Return a recall's latest finished clause, "RECALL" before the first, and the tokens since."""
        latest: str | None = None
        waiting: list[Token] = []
        for thing in self.cursor.held():
            if isinstance(thing, Part):
                latest, waiting = thing.words, []
            elif isinstance(thing, Token) and thing.type == "RECALL":
                latest, waiting = "RECALL", []
            elif isinstance(thing, Token) and latest is not None:
                waiting.append(thing)
        return latest, waiting

    def choices(self) -> list[str]:
        """Return what could stand here, in words; in a recall, the clauses still to come, in their order."""
        latest = self.recall_clause()
        if latest is None or "BUDGET" not in self.accepts:
            return spoken(self.cursor)
        clauses = list(CLAUSES)
        coming = clauses[clauses.index(latest) + 1 :] if latest in CLAUSES else clauses
        return [*spoken(self.cursor, _FIRST_WORDS | {END}), *(f"`{words}`" for words in coming)] or ["the end"]

    def error(
        self, message: str, hint: str | None = None, span: Span | None = None, kind: type[QueryError] = ParseError
    ) -> QueryError:
        return kind(message, text=self.text, span=span or self.span, hint=hint, expected=self.choices())

    def forms(self) -> dict[str, str]:
        """Return the forms that may be shown: `IN` is one thing among a recall's clauses, and another in its WHERE."""
        latest = self.recall_clause()
        if latest is None:
            return EXAMPLES
        return STATEMENTS | RECALL_CLAUSES | (EXPRESSIONS if latest in _HOLD_EXPRESSIONS else {})

    def form(self) -> str:
        """Return a form that works, for the clause in which the parser stopped; "" where none is known."""
        clause = self.clause()
        return "" if clause is None else f"For example `{self.forms()[clause]}`."

    def could_stand(self) -> str:
        """Return a sentence that lists what could stand here, and a form that works."""
        choices = self.choices()
        if choices == ["the end"]:
            return "Here the statement must end."
        in_list = choices == ["an expression"] and self.before[-1:] in ("(", "[", ",")
        between_clauses = self.recall_clause() in CLAUSES and "BUDGET" in self.accepts
        form = "" if in_list or between_clauses else self.form()
        return f"Here {'must' if len(choices) == 1 else 'could'} stand {listed(choices)}. {form}".rstrip()
