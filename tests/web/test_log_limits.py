"""Logs are bounded: one line a second of each kind."""

import logging

from ludoteca.web.log_limits import OnePerSecond, log_config


def record(text, *args, name="uvicorn.error"):
    return logging.LogRecord(name, logging.WARNING, "x.py", 1, text, args, None)


def test_one_line_a_second_of_each_kind_with_the_number_left_out():
    now = [100.0]
    bounded = OnePerSecond(lambda: now[0])
    passed = [one for number in range(2000) if bounded.filter(one := record("refused: %d", number))]
    assert [one.getMessage() for one in passed] == ["refused: 0"]
    assert bounded.filter(record("another kind"))
    assert bounded.filter(record("refused: %d", 1, name="ludoteca.web"))
    now[0] += 1.0
    late = record("refused: %d", 7)
    assert bounded.filter(late)
    assert late.getMessage() == "refused: 7 (and 1999 more like this)"
    now[0] += 1.0
    last = record("refused: %d", 8)
    assert bounded.filter(last)
    assert last.getMessage() == "refused: 8"


def test_the_memory_of_kinds_is_bounded():
    bounded = OnePerSecond(lambda: 1.0)
    for number in range(10_000):
        bounded.filter(record(f"kind {number}"))
    assert len(bounded._seen) <= 500


def test_every_logger_of_a_server_is_bounded():
    config = log_config("WARNING")
    assert {"uvicorn", "ludoteca", "asyncio"} == config["loggers"].keys()
    assert config["handlers"]["stderr"]["filters"] == ["bounded"]
