"""Where texts, rules pages and drawings come from: a folder's files, or strings."""

from dataclasses import replace
from pathlib import Path

from tests.search.again import AGAIN
from tests.tiny import kuhn
from tischlein.core.phrases import Phrase
from tischlein.presentation import Folder, Inline, Presentation, of, rulebook, texts
from tischlein.presentation.capability import source_of
from tischlein.presentation.sources import PRODUCT

KUHN = kuhn.GAME


def test_a_folder_holds_a_file_for_each_language(tmp_path: Path) -> None:
    (tmp_path / "texts.en.ftl").write_text("game = Folding\n")
    (tmp_path / "rules.fr.md").write_text("# Plier\n")
    (tmp_path / "art.svg").write_text("<svg/>")
    folder = Folder(tmp_path)
    assert folder.texts("en") == "game = Folding\n"
    assert folder.rules("fr") == "# Plier\n"
    assert folder.art() == "<svg/>"
    assert [folder.texts("fr"), folder.rules("en")] == ["", ""]


def test_an_inline_source_has_what_it_was_given_and_nothing_else() -> None:
    source = Inline({"en": "game = Again"}, {"en": "# Again"}, "<svg/>")
    assert [source.texts("en"), source.rules("en"), source.art()] == [
        "game = Again",
        "# Again",
        "<svg/>",
    ]
    assert [source.texts("de"), source.rules("de"), Inline().art()] == ["", "", ""]


def test_a_game_has_the_files_beside_its_rules_unless_it_says_otherwise() -> None:
    assert source_of(KUHN) == Folder(KUHN.folder)
    own = Inline({"en": "game = Another"})
    other = replace(KUHN, presentation=Presentation(source=own))
    assert source_of(other) is own
    assert texts.translate("en", Phrase("game"), other) == "Another"


def test_a_game_speaks_the_languages_it_has_texts_in_and_falls_back_to_english() -> None:
    again = AGAIN.ranks
    assert texts.languages(KUHN) == ("en", "de", "fr")
    assert texts.languages(again) == ("en",)
    assert texts.translate("de", Phrase("option-pile"), again) == "Stones"
    assert rulebook.identifiers(again) == ("AGA-1", "AGA-2")
    assert "AGA-1" in rulebook.to_html(again, "fr")


def test_without_a_presentation_everything_is_derived() -> None:
    bare = replace(KUHN, presentation=None)
    assert of(bare).scene is Presentation().scene
    assert source_of(bare) == Folder(KUHN.folder)


def test_what_all_games_share_is_there_in_every_language() -> None:
    assert all(PRODUCT.texts(language) for language in texts.LANGUAGES)
    assert "sign-a" in PRODUCT.art()
