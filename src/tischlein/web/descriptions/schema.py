"""The protocol as TypeScript, generated from its Python definitions so that the two cannot differ.

``python -m tischlein.web.descriptions.schema > client/src/lib/protocol.ts`` updates the client.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import indent

from msgspec import inspect

from tischlein.web import preparation_state
from tischlein.web.descriptions.docstrings import description, field_descriptions
from tischlein.web.messages import (
    analysis_rooms,
    asking,
    cards,
    finished_matches,
    lessons,
    lists,
    notifications,
    opening,
    programs,
    shelf,
    sockets,
    table,
)

SENT = (
    sockets.FromServer,
    lessons.ToLearner,
    analysis_rooms.Company,
    preparation_state.Progress,
    shelf.GameInfo,
    shelf.FullShelf,
    shelf.ChosenOptions,
    opening.Opened,
    lists.Matches,
    lists.MatchSummary,
    lists.Statistics,
    finished_matches.OpenedRecord,
    finished_matches.Replay,
    finished_matches.Analysis,
    shelf.RulesPage,
    finished_matches.Fairness,
    asking.Advice,
    programs.ProgramInfo,
    programs.Duties,
    notifications.TellingInfo,
    cards.CardPage,
    cards.PlayerCard,
    cards.RecoveryCode,
    cards.PasskeyQuestion,
)
"""What the server sends: a field may only be missing where defaults are left out."""

RECEIVED = (
    sockets.FromClient,
    lessons.FromLearner,
    analysis_rooms.FromCompany,
    opening.NewMatch,
    finished_matches.RecordText,
    opening.Join,
    opening.Leave,
    opening.Rename,
    opening.Contribute,
    opening.Rematch,
    opening.RenewLink,
    opening.Claim,
    asking.StandIn,
    asking.Propose,
    asking.TakeOver,
    asking.Consent,
    asking.SeatChoice,
    asking.GiveTime,
    opening.FillChair,
    opening.Invite,
    asking.Say,
    asking.RuleTalk,
    asking.RuleWatching,
    asking.RulePrograms,
    asking.AskAdvice,
    notifications.Subscribe,
    notifications.LinkToken,
    cards.NewCard,
    cards.CardChange,
    cards.UseCode,
    cards.PasskeyAnswer,
    cards.PasskeyChoice,
    cards.CardSignOut,
)
"""What a client sends: every field with a default may be missing."""

Record = inspect.StructType | inspect.DataclassType
"""What becomes an interface."""

UNIONS = {
    "FromServer": sockets.FromServer,
    "FromClient": sockets.FromClient,
    "ToLearner": lessons.ToLearner,
    "FromLearner": lessons.FromLearner,
    "FromCompany": analysis_rooms.FromCompany,
    "Duty": programs.Duty,
    "Status": table.Status,
}

HEAD = """\
/** What the server and its clients say to each other.
 *
 * Printed from src/tischlein/web/messages by `python -m tischlein.web.descriptions.schema`; do not
 * edit.
 */
"""


def typescript() -> str:
    """Return the module ``protocol.ts``: an interface for every record, a type for every union."""
    parts = [HEAD, *map(_interface, interfaces())]
    for name, union in UNIONS.items():
        parts.append(f"export type {name} = {_type(inspect.type_info(union))};\n")
    return "\n".join(parts)


@dataclass(frozen=True)
class Interface:
    """One record of the protocol."""

    record: type
    """Its definition, whose docstring says what it is for."""
    fields: tuple[tuple[str, str], ...]
    """Names and types in TypeScript; the name of an optional field ends in a question mark."""


def interfaces(*others: type) -> tuple[Interface, ...]:
    """Return every record of the protocol, once: what is received, then what is sent.

    Parameters
    ----------
    others
        Records that are sent, too, but not to browsers.
    """
    found: dict[type, Interface] = {}
    for roots, sent in ((RECEIVED, False), ((*SENT, *others), True)):
        for record in records(inspect.multi_type_info(roots)):
            found.setdefault(record.cls, _described(record, sent=sent))
    return tuple(found.values())


def records(types: tuple[inspect.Type, ...]) -> Iterator[Record]:
    """Yield every record that the types consist of, once, followed by those they need."""
    seen: set[type] = set()
    queue = list(types)
    while queue:
        found = queue.pop(0)
        match found:
            case inspect.StructType() | inspect.DataclassType():
                if found.cls not in seen:
                    seen.add(found.cls)
                    yield found
                    queue.extend(field.type for field in found.fields)
            case inspect.UnionType():
                queue.extend(found.types)
            case inspect.ListType() | inspect.VarTupleType():
                queue.append(found.item_type)
            case inspect.TupleType():
                queue.extend(found.item_types)
            case inspect.DictType():
                queue.append(found.value_type)
            case _:
                pass


def _described(record: Record, *, sent: bool) -> Interface:
    complete = sent and not _leaves_defaults_out(record)
    fields = list(_tag(record))
    for field in record.fields:
        mark = "" if field.required or complete else "?"
        fields.append((f"{field.encode_name}{mark}", _type(field.type)))
    return Interface(record.cls, tuple(fields))


def _interface(described: Interface) -> str:
    opening = (
        f"{_comment(description(described.record))}export interface {described.record.__name__} {{"
    )
    fields = field_descriptions(described.record)
    body = "".join(
        indent(f"{_comment(fields[name.rstrip('?')])}{name}: {kind};\n", "  ")
        for name, kind in described.fields
    )
    return f"{opening}\n{body}}}\n" if body else f"{opening}}}\n"


def _leaves_defaults_out(record: Record) -> bool:
    return isinstance(record, inspect.StructType) and bool(
        record.cls.__struct_config__.omit_defaults
    )


def _tag(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the field that distinguishes a message from others of its union, if there is one."""
    if isinstance(record, inspect.StructType) and record.tag is not None:
        yield str(record.tag_field), f'"{record.tag}"'


def _comment(text: str) -> str:
    """Return a description as a TypeScript comment."""
    lines = text.splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "\n".join([f"/** {lines[0]}", *(f" * {line}".rstrip() for line in lines[1:]), " */\n"])


def _type(found: inspect.Type) -> str:
    match found:
        case inspect.StrType() | inspect.BytesType():
            return "string"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "unknown"
        case inspect.LiteralType() | inspect.EnumType():
            values = found.values if isinstance(found, inspect.LiteralType) else found.cls
            return " | ".join(f'"{value}"' for value in values)
        case inspect.UnionType():
            return " | ".join(dict.fromkeys(_type(option) for option in found.types))
        case inspect.ListType() | inspect.VarTupleType():
            item = _type(found.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case inspect.TupleType():
            return f"[{', '.join(map(_type, found.item_types))}]"
        case inspect.DictType():
            return f"Record<string, {_type(found.value_type)}>"
        case inspect.StructType() | inspect.DataclassType():
            return found.cls.__name__
        case _:
            raise TypeError(f"the protocol uses a type unknown in TypeScript: {found}")


if __name__ == "__main__":
    print(typescript(), end="")
