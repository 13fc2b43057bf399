"""An engine that misbehaves: `python engines.py HOW`. It speaks enough UGI to be asked for a move."""

import os
import subprocess
import sys
import time

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]


def say(line: str) -> None:
    print(line, flush=True)


def misbehave(how: str) -> None:
    match how:
        case "crash":
            say("info string about to fail")
            os._exit(3)
        case "signal":
            os.abort()
        case "hang":
            time.sleep(600)
        case "illegal":
            say("bestmove a1-a8")
        case "nonsense":
            say("bestmove ☃")
        case "nothing":
            say("bestmove")
        case "junk":
            while True:
                say("junk " * 100)
        case "one long line":
            while True:
                sys.stdout.write("x" * 100_000)
        case "binary":
            sys.stdout.buffer.write(bytes(range(256)) * 1000 + b"\nbestmove \xff\xfe\n")
            sys.stdout.flush()
        case "close":
            os.close(1)
            time.sleep(600)
        case "memory":
            held = []
            while True:
                held.append(bytearray(16 << 20))
        case "children":
            subprocess.Popen([*SLEEPER, *sys.argv[2:]])
            time.sleep(600)
        case "daemons":  # in sessions of their own, the second one without a parent
            subprocess.Popen([*SLEEPER, *sys.argv[2:]], start_new_session=True)
            again = (
                f"import subprocess; subprocess.Popen({[*SLEEPER, *sys.argv[2:]]!r}, start_new_session=True)"
            )
            subprocess.run([sys.executable, "-c", again], check=True)
            time.sleep(600)
        case "orphans":
            subprocess.Popen([*SLEEPER, *sys.argv[2:]], start_new_session=True)
            os._exit(0)
        case "deaf":
            while True:
                time.sleep(600)


def main() -> None:
    how = sys.argv[1]
    if how == "mute":
        time.sleep(600)
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if word == "ugi":
            say("id name Misbehaving\nugiok")
        elif word == "isready":
            say("readyok")
        elif word == "go":
            misbehave(how)
        elif word == "quit" and how != "deaf":
            return


if __name__ == "__main__":
    main()
