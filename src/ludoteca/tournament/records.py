"""Records of many games, in one file or in a folder with one file for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from ludoteca.games.userdata import CannotWrite
from ludoteca.play.record import Record

_START = "[Game "


class RecordWriter:
    """Writes records one by one. A folder, or a path that ends with a slash, gets a file for each game; a
    `.jsonl` file gets a line of JSON for each; any other file gets the texts one after another."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self._each = path.endswith(("/", "\\")) or self.path.is_dir()
        self._done: tuple[int, int, Record | None] = (0, 0, None)
        """The end of the last record, the number of records, and the last one; updated in one assignment."""
        try:
            if self._each:
                self.path.mkdir(parents=True, exist_ok=True)
            else:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._file = self.path.open("w", encoding="utf-8", newline="\n")
        except OSError as problem:
            raise CannotWrite.because(self.path, problem) from None

    def write(self, record: Record) -> None:
        """Write a record. Repeating an interrupted call does not write it twice. Raises `CannotWrite`."""
        end, number, last = self._done
        if record is last:
            return
        try:
            if self._each:
                place = self.path / f"{number + 1:04}.txt"
                place.write_text(record.to_text(), "utf-8", newline="\n")
            else:
                json = self.path.suffix == ".jsonl"
                between = "\n" if number and not json else ""
                if self._file.seekable():
                    self._file.seek(end)
                    self._file.truncate()
                self._file.write(record.to_json() + "\n" if json else between + record.to_text())
                self._file.flush()
                end = self._file.tell() if self._file.seekable() else 0
            self._done = end, number + 1, record
        except OSError as problem:
            raise CannotWrite.because(self.path, problem) from None

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._each:
            self._file.close()


def read_records(text: str) -> Iterator[Record]:
    """All records of a file written by a `RecordWriter`."""
    if text.startswith("{"):
        yield from (Record.from_json(line) for line in text.splitlines() if line.strip())
        return
    games: list[list[str]] = []
    for line in text.splitlines(keepends=True):
        if line.startswith(_START):
            games.append([])
        if games:
            games[-1].append(line)
    yield from (Record.from_text("".join(lines)) for lines in games)
