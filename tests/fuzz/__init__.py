"""Fuzzing: everything that reads what people or programs send gets mutated inputs, each in a child process.

| module | contents |
|---|---|
| `harness` | what a harness is: seeds, mutation, the checks on one input |
| `mutation` | mutations of bytes and texts that know no grammar |
| `child` | the process that runs the inputs, with limits on CPU time and memory |
| `driver` | sends inputs to a child, restarts it when it dies, shrinks and saves what failed |
| `kinds` | the harnesses by name |

`make fuzz MINUTES=30` runs all of them, `python -m tests.fuzz KIND… --minutes 5` some, and
`python -m tests.fuzz KIND --input FILE` one input. The suite runs each for a second or two.
"""
