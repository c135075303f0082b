"""Files are written completely or not at all."""

from pathlib import Path

import pytest

from tischlein.whole_files import write_whole

FULL = Path("/dev/full")


@pytest.mark.parametrize("content", ["ä\r\n", "ä\r\n".encode(), memoryview("ä\r\n".encode())])
def test_what_is_written_is_all_that_there_is_then(
    content: str | bytes | memoryview, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("what was there before, which is longer")
    write_whole(file, content)
    assert file.read_bytes() == b"\xc3\xa4\r\n"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_on_a_full_disk_the_file_is_named_and_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("before")
    (tmp_path / "file.tmp").symlink_to(FULL)
    with pytest.raises(OSError, match="No space left on device") as caught:
        write_whole(file, "after")
    assert caught.value.filename == str(file)
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_is_missing_is_told_by_the_name_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "none" / "file"
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(file, "")
    assert caught.value.filename == str(file)
