"""Faults in the games: in the rules of each, in what is hidden, shown and said."""

from __future__ import annotations

from tests.faults.fault import Fault


def _rules(game: str) -> tuple[str, ...]:
    """Return the tests of a game's rules, and its records."""
    return (f"tests/games/{game}/test_rules.py", "tests/games/test_records.py", "-k", game)


def _match(setting: str, *properties: str) -> tuple[str, ...]:
    """Return the conformance suite's first match in a setting."""
    return ("tests/test_conformance.py", "-k", f"{setting}-match-0")


def _source(game: str, module: str) -> str:
    return f"src/tischlein/games/{game}/{module}"


FAULTS = (
    Fault(
        "bauab-freedoms",
        _source("bauab", "rules.py"),
        "    free = state.free & ~(1 << plot)\n",
        "    free = state.free\n",
        "a chip that loses its last freedom is captured (BAU-19)",
        _rules("bauab"),
    ),
    Fault(
        "bauab-park-supply",
        _source("bauab", "rules.py"),
        "if state.parks > 0 else 0",
        "if state.parks >= 0 else 0",
        "there are no more parks than in the box (BAU-28)",
        _rules("bauab"),
    ),
    Fault(
        "bauab-tie",
        _source("bauab", "rules.py"),
        "lead = planned(state, 0) - planned(state, 1)",
        "lead = 0",
        "planning chips decide a tie (BAU-41)",
        _rules("bauab"),
    ),
    Fault(
        "down-under-third-card",
        _source("down_under", "rules.py"),
        "    state.passed = 0\n    x = ",
        "    x = ",
        "who passed may lay again later",
        _rules("down_under"),
    ),
    Fault(
        "down-under-quarter-turns",
        _source("down_under", "rules.py"),
        "for quarters in range(1, 4, 2):",
        "for quarters in range(1, 3, 2):",
        "a loop is opened by a turn either way (DOW-32)",
        _rules("down_under"),
    ),
    Fault(
        "dropit-joker",
        _source("dropit", "rules.py"),
        "state.won = state.level + state.bonus",
        "state.won = state.level",
        "a joker saves the bonus as well",
        _rules("dropit"),
    ),
    Fault(
        "dropit-unused-joker",
        _source("dropit", "rules.py"),
        "out[seat] += UNUSED_JOKER * state.jokers[side]",
        "out[seat] += state.jokers[side]",
        "unused jokers count their points at the end (DRO-59)",
        _rules("dropit"),
    ),
    Fault(
        "drunter-goal-cards",
        _source("drunter", "rules.py"),
        "for card in range(KINDS if state.goals == 1 else GOAL_CARDS):",
        "for card in range(GOAL_CARDS):",
        "only the first goal cards are in play with one goal each (DUD-5)",
        _rules("drunter"),
    ),
    Fault(
        "drunter-whole-hand",
        _source("drunter", "rules.py"),
        "            if ballot == 0:\n                break\n",
        "            if ballot == held:\n                break\n",
        "any cards may be laid in a vote, all of them too (DUD-36)",
        _rules("drunter"),
    ),
    Fault(
        "drunter-leak",
        _source("drunter", "secrecy.py"),
        "        state.hands[other] = 0\n        state.aims[other] = NONE\n",
        "        state.aims[other] = NONE\n",
        "goal cards of others are secret",
        _match("drunter-2"),
    ),
    Fault(
        "drunter-vote-seen",
        _source("drunter", "secrecy.py"),
        "    return action if opens else HIDDEN\n",
        "    return action\n",
        "a vote is not seen before all have voted",
        ("tests/games/drunter/test_rules.py", "-k", "shown_to_others_with_the_last"),
    ),
    Fault(
        "ganz-nach-plan-draw",
        _source("ganz_nach_plan", "rules.py"),
        "        cards = state.hand[partner(state)]\n",
        "        cards = state.hand[state.mover]\n",
        "cards are drawn from the other hand (GNP-14)",
        _rules("ganz_nach_plan"),
    ),
    Fault(
        "ganz-nach-plan-ranking",
        _source("ganz_nach_plan", "rules.py"),
        "out[seat] = 0 if state.winners >> seat & 1 else ahead",
        "out[seat] = 0 if state.winners >> seat & 1 else 1",
        "a rank is the number of seats ahead (GNP-25)",
        _match("ganz_nach_plan-3"),
    ),
    Fault(
        "ganz-nach-plan-leak",
        _source("ganz_nach_plan", "secrecy.py"),
        "            state.log[index] = with_cards(entry, UNKNOWN)\n",
        "            state.log[index] = entry\n",
        "nobody else sees a card that goes face down (GNP-24)",
        ("tests/games/ganz_nach_plan/test_rules.py", "-k", "giver_and_receiver_alone"),
    ),
    Fault(
        "ganz-nach-plan-even-courses",
        _source("ganz_nach_plan", "determinization.py"),
        "if uniform(rng) * total < weight:",
        "if found == 1:",
        "determinizations are as likely as they should be",
        ("tests/games/ganz_nach_plan/test_knowledge.py", "-k", "courses"),
    ),
    Fault(
        "nussknacker-copies",
        _source("nussknacker", "rules.py"),
        "            weights[count] = copies\n",
        "            weights[count] = 1\n",
        "every card is dealt alike, not every value",
        ("tests/games/nussknacker/test_rules.py", "-k", "every_card_is_equally_likely"),
    ),
    Fault(
        "nussknacker-limit",
        _source("nussknacker", "rules.py"),
        "state.question_count < state.limit:",
        "state.question_count <= state.limit:",
        "no more questions are asked than the limit of a deal",
        _rules("nussknacker"),
    ),
    Fault(
        "nussknacker-deals",
        _source("nussknacker", "rules.py"),
        "        state.questions[state.question_count - 1, GIVEN] = DENIED\n",
        "        state.questions[state.question_count - 1, GIVEN] = NOTHING\n",
        "everybody remembers that an answer was no",
        ("tests/games/nussknacker/test_rules.py", "-k", "remembers_a_no"),
    ),
    Fault(
        "raufer-neighbour",
        _source("raufer", "rules.py"),
        "state.waiting[commander] = count_bits(state.down)",
        "state.waiting[commander] = 1",
        "the commander takes all cards whose owners failed (RAU-12)",
        _rules("raufer"),
    ),
    Fault(
        "raufer-above",
        _source("raufer", "knowledge.py"),
        "return ALL_CARDS & ~((2 << card) - 1)",
        "return ALL_CARDS & ~((1 << card) - 1)",
        "only a higher card obeys the command up (RAU-4)",
        _rules("raufer"),
    ),
    Fault(
        "raufer-leak",
        _source("raufer", "rules.py"),
        "        if other != seat:\n            state.hands[other] = 0\n",
        "        if other not in (seat, 2):\n            state.hands[other] = 0\n",
        "the hand of seat C is as secret as the others",
        _match("raufer-3"),
    ),
    Fault(
        "raufer-card-seen",
        _source("raufer", "rules.py"),
        "return action if observer == owner else HIDDEN",
        "return action",
        "only its owner sees a card that is dealt (RAU-9)",
        ("tests/games/raufer/test_rules.py", "-k", "shown_to_its_owner"),
    ),
    Fault(
        "raufer-even-hands",
        _source("raufer", "knowledge.py"),
        "below(rng, fewest)",
        "0 * below(rng, fewest)",
        "determinizations spread over all hands that fit",
        ("tests/games/raufer/test_knowledge.py", "-k", "spread"),
    ),
    Fault(
        "schlauraff-value",
        _source("schlauraff", "rules.py"),
        "if on + face + 1 <= VALUES",
        "if on + face + 1 < VALUES",
        "dice may add up to the value of a chip (SLR-12)",
        ("tests/games/schlauraff/test_rules.py", "-k", "makes_up_the_value"),
    ),
    Fault(
        "schlauraff-carry",
        _source("schlauraff", "rules.py"),
        "    if dice > 1:\n",
        "    if dice > 2:\n",
        "with two dice one may be carried on",
        ("tests/games/schlauraff/test_rules.py", "-k", "worked_example"),
    ),
    Fault(
        "misd-two-chips",
        _source("misd", "rules.py"),
        "if state.chips[seat] >= 2:",
        "if state.chips[seat] > 2:",
        "who errs with two chips loses both",
        ("tests/games/misd/test_race.py", "-k", "costs_two_chips"),
    ),
    Fault(
        "misd-turner",
        _source("misd", "rules.py"),
        "state.turner = (state.turner + 1) % state.seats",
        "state.turner = state.turner",
        "the turn goes on to the next seat (MIS-22)",
        ("tests/games/test_records.py", "-k", "misd"),
    ),
    Fault(
        "schollenschubser-large-floes",
        _source("schollenschubser", "rules.py"),
        "            weights[2] *= 2\n",
        "            weights[2] *= 1\n",
        "floes are drawn by the cards that are left (SCH-7)",
        ("tests/games/schollenschubser/test_rules.py", "-k", "big_card_is_a_three"),
    ),
    Fault(
        "schollenschubser-save",
        _source("schollenschubser", "rules.py"),
        "if square % COLUMNS == COLUMNS - 1:",
        "if square % COLUMNS == COLUMNS:",
        "who stands before the right bank may be saved",
        ("tests/games/test_records.py", "-k", "schollenschubser"),
    ),
    Fault(
        "bot-reads-positions",
        "src/tischlein/bots/bot.py",
        "self._is_forced(observation):\n            return Decision(legal[0])\n",
        "self._is_forced(observation):\n            return Decision(legal[0] + 1)\n",
        "a bot chooses among the legal actions",
        ("tests/bots/test_bot.py",),
    ),
    Fault(
        "missing-translation",
        _source("bauab", "texts.fr.ftl"),
        "\noption-first =",
        "\noption-premier =",
        "every language has every message",
        ("tests/test_conformance.py", "-k", "bauab-texts_are_complete"),
    ),
    Fault(
        "wrong-rule-cited",
        _source("bauab", "refusals.py"),
        '"BAU-12"',
        '"BAU-13"',
        "a refusal cites the rule that forbids the action",
        ("tests/games/test_records.py", "-k", "bauab"),
    ),
    Fault(
        "wrong-word",
        _source("raufer", "actions.py"),
        '{UP: "up", DOWN: "down"}',
        '{UP: "down", DOWN: "up"}',
        "records mean what they say",
        _rules("raufer"),
    ),
)
"""At least one for every game."""
