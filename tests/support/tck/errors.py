"""Which of our errors each of the kit's is, in one table.

The kit says a type, a phase and a detail: `a SyntaxError should be raised at compile time: UndefinedVariable`. The
phase decides the class (what is wrong with the text is found before anything runs), the detail narrows it. An
UnsupportedError never counts: it says that a thing cannot be done, not that it is wrong.
"""

from __future__ import annotations

from clew.errors import BindError, EvaluationError, ParameterError, ParseError, QueryError

PARSE, BIND, RUN = (ParseError,), (BindError,), (EvaluationError, ParameterError)
TEXT = (*PARSE, *BIND)

KINDS: dict[str, tuple[type[QueryError], ...]] = {
    "UnexpectedSyntax": PARSE,
    "InvalidNumberLiteral": PARSE,
    "IntegerOverflow": PARSE,
    "FloatingPointOverflow": PARSE,
    "InvalidUnicodeLiteral": PARSE,
    "InvalidUnicodeCharacter": PARSE,
    "InvalidParameterUse": PARSE,
    "InvalidRelationshipPattern": PARSE,
    "InvalidClauseComposition": PARSE,
    "NoExpressionAlias": TEXT,
    "UndefinedVariable": BIND,
    "VariableAlreadyBound": BIND,
    "VariableTypeConflict": BIND,
    "RelationshipUniquenessViolation": BIND,
    "ColumnNameConflict": BIND,
    "DifferentColumnsInUnion": BIND,
    "NoVariablesInScope": BIND,
    "AmbiguousAggregationExpression": TEXT,
    "InvalidAggregation": BIND,
    "NestedAggregation": BIND,
    "NonConstantExpression": TEXT,
    "UnknownFunction": BIND,
    "InvalidNumberOfArguments": BIND,
    "NegativeIntegerArgument": (*TEXT, *RUN),
    "InvalidArgumentType": (*TEXT, *RUN),
    "InvalidArgumentValue": RUN,
    "InvalidArgumentPassingMode": TEXT,
    "MapElementAccessByNonString": RUN,
    "ListElementAccessByNonInteger": RUN,
    "NumberOutOfRange": RUN,
    "MissingParameter": (ParameterError,),
    "*": (*TEXT, *RUN),
}
PHASES: dict[str, tuple[type[QueryError], ...]] = {"compile time": TEXT, "runtime": RUN, "any time": (*TEXT, *RUN)}


def is_due(error: QueryError, said: str) -> bool:
    """Return whether an error of ours is the one that the kit expects, and points at its place."""
    head, _, detail = said.rpartition(": ")
    phase = head.rpartition(" at ")[2]
    return isinstance(error, KINDS[detail]) and isinstance(error, PHASES[phase]) and error.span is not None
