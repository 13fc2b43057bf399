"""Ctrl-C as a flag."""

import signal

import pytest

from ludoteca.cli.interrupts import interrupt_flag, interrupts_deferred


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_the_first_ctrl_c_sets_the_flag_and_the_second_is_raised():
    before = signal.getsignal(signal.SIGINT)
    with interrupt_flag() as interrupted:
        assert not interrupted()
        press()
        assert interrupted()
        with pytest.raises(KeyboardInterrupt):
            press()
    assert signal.getsignal(signal.SIGINT) is before


def test_a_deferred_interrupt_comes_after_the_block():
    finished = []
    with pytest.raises(KeyboardInterrupt), interrupts_deferred():
        press()
        finished.append(True)
    assert finished
    with interrupts_deferred():
        finished.append(True)


def test_an_ignored_ctrl_c_stays_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupt_flag() as interrupted:
            press()
            assert not interrupted()
    finally:
        signal.signal(signal.SIGINT, before)
