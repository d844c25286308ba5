"""What is inside a value: properties, items, slices, map projections, labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ....dsl import ast
from ....errors import EvaluationError
from ..context import Context
from ..properties import stored
from ..temporal.fields import field_of, has_fields
from ..values import EdgeValue, NodeValue, Row, Value, is_integer, is_list, is_map, name_of
from .scope import Closure, Scope

LabelTest: TypeAlias = Callable[[str], bool]


def build_property(node: ast.Property, scope: Scope) -> Closure:
    subject, key = scope.build(node.subject), node.key

    def get(row: Row, context: Context) -> Value:
        value = subject(row, context)
        if isinstance(value, NodeValue):
            return context.properties.get(value, key)
        return property_of(value, key)

    return get


def property_of(value: Value, key: str) -> Value:
    """Return a property of an edge, a map or a point in time; null of null."""
    if value is None:
        return None
    if is_map(value):
        return value.get(key)
    if isinstance(value, EdgeValue):
        return stored(value.properties.get(key))
    if has_fields(value):
        return field_of(value, key)
    raise EvaluationError(f"{name_of(value).capitalize()} has no properties, so no `{key}`.")


def build_index(node: ast.Index, scope: Scope) -> Closure:
    subject, index = scope.build(node.subject), scope.build(node.index)

    def get(row: Row, context: Context) -> Value:
        value, key = subject(row, context), index(row, context)
        if value is None or key is None:
            return None
        if is_list(value):
            return _item(value, key)
        if not isinstance(value, dict | NodeValue | EdgeValue):
            raise EvaluationError(f"{name_of(value).capitalize()} cannot be indexed.")
        if not isinstance(key, str):
            raise EvaluationError(f"{name_of(value).capitalize()} is indexed by a string, and this is {name_of(key)}.")
        return context.properties.get(value, key) if isinstance(value, NodeValue) else property_of(value, key)

    return get


def _item(items: list[Value], index: Value) -> Value:
    """Items count from 0, and from the end with -1; null outside the list."""
    if not is_integer(index):
        raise EvaluationError(f"A list is indexed by an integer, and this is {name_of(index)}.")
    return items[index] if -len(items) <= index < len(items) else None


def build_slice(node: ast.Slice, scope: Scope) -> Closure:
    """`list[start..stop]`: an open end is the list's own, a null end gives null."""
    subject = scope.build(node.subject)
    start = scope.build(node.start if node.start is not None else ast.Literal(0))
    stop = None if node.stop is None else scope.build(node.stop)

    def cut(row: Row, context: Context) -> Value:
        items = subject(row, context)
        first = start(row, context)
        last = stop(row, context) if stop is not None else _length(items)
        if items is None or first is None or last is None:
            return None
        if not is_list(items):
            raise EvaluationError(f"Only a list can be sliced, and this is {name_of(items)}.")
        if not is_integer(first) or not is_integer(last):
            raise EvaluationError("A slice takes integers.")
        return items[first:last]

    return cut


def _length(items: Value) -> int:
    return len(items) if is_list(items) else 0


def build_map_projection(node: ast.MapProjection, scope: Scope) -> Closure:
    """`m {.*, .text, other: expression}`: null of null; a later entry replaces an earlier one of the same name."""
    subject = scope.build(node.subject)
    entries = tuple((key, None if value is None else scope.build(value)) for key, value in node.entries)

    def project(row: Row, context: Context) -> Value:
        value = subject(row, context)
        if value is None:
            return None
        result: dict[str, Value] = {}
        for key, expression in entries:
            if expression is not None:
                result[key] = expression(row, context)
            elif key == "*":
                result |= entries_of(value, context)
            else:
                result[key] = _entry(value, key, context)
        return result

    return project


def entries_of(value: Value, context: Context) -> dict[str, Value]:
    """Return all entries of a map, or all properties of a node or an edge that are not null."""
    if is_map(value):
        return value
    if isinstance(value, NodeValue | EdgeValue):
        return context.properties.all_of(value)
    raise EvaluationError(f"A map, a node or an edge is due, and this is {name_of(value)}.")


def _entry(value: Value, key: str, context: Context) -> Value:
    return context.properties.get(value, key) if isinstance(value, NodeValue) else property_of(value, key)


def build_has_labels(node: ast.HasLabels, scope: Scope) -> Closure:
    """`n:A|B` for a node's label, `r:CAUSED` for an edge's type; null of null."""
    subject, test = scope.build(node.subject), label_test(node.labels)

    def has(row: Row, context: Context) -> Value:
        value = subject(row, context)
        if value is None:
            return None
        if isinstance(value, NodeValue):
            return test(value.label)
        if isinstance(value, EdgeValue):
            return test(value.type)
        raise EvaluationError(f"Only nodes and edges have labels, and this is {name_of(value)}.")

    return has


def label_test(labels: ast.LabelExpr) -> LabelTest:
    """Return whether a single label satisfies the expression."""
    match labels:
        case ast.Label(name=name):
            return lambda label: label == name
        case ast.LabelNot(operand=operand):
            inner = label_test(operand)
            return lambda label: not inner(label)
        case ast.LabelAnd(operands=operands):
            every = [label_test(operand) for operand in operands]
            return lambda label: all(test(label) for test in every)
        case ast.LabelOr(operands=operands):
            some = [label_test(operand) for operand in operands]
            return lambda label: any(test(label) for test in some)
        case ast.AnyLabel():
            return lambda label: True
