# The same commands for people and for CI. The first one that needs it sets everything up in .venv.

KERNEL := $(wildcard $(foreach folder,src/ludoteca/kernel src/ludoteca/kernel/*,$(addprefix $(folder)/*.,pyx pxi pxd h)))
CATALOGUES := $(wildcard src/ludoteca/locale/*/LC_MESSAGES/*.po)
PY     := .venv/bin/python
PLAY   := .venv/.ready-to-play
DEV    := .venv/.ready-to-develop

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help play test check coverage sanitize fuzz bench accept check-puzzles lock upgrade sbom wheel clean

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

play: $(PLAY)  ## choose a game and play it in the browser (in the terminal: ludoteca menu)
	@.venv/bin/ludoteca serve

test: $(PLAY) $(DEV)  ## run the whole suite, then every check
	@tools/browser-and-database
	$(PY) -m pytest -n auto --dist worksteal
	@$(MAKE) --no-print-directory check

check: $(PLAY) $(DEV)  ## format, lint, types, stubs, import contract, workflows, fresh docs, changelog
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	PATH=".venv/bin:$$PATH" cython-lint $(filter %.pyx %.pxi %.pxd,$(KERNEL))
	$(PY) -m mypy.stubtest ludoteca.kernel._kernel --mypy-config-file pyproject.toml --ignore-disjoint-bases \
		--allowlist tests/project/stubtest_allowlist.txt
	.venv/bin/lint-imports --no-logo
	.venv/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	.venv/bin/zizmor --offline --no-progress --quiet .github/workflows
	$(PY) -m tests.accept --check
	$(PY) -m pytest -q tests/project/test_changelog.py

coverage: $(PLAY) $(DEV)  ## run the suite with coverage, which must reach the floor in pyproject.toml
	@tools/browser-and-database
	$(PY) -m pytest -n auto --dist worksteal --cov --cov-report=term --cov-report=xml:build/coverage/report.xml

sanitize: $(PLAY) $(DEV)  ## run the kernel's workloads with the sanitizers of gcc or clang (half an hour)
	$(PY) -m tests.sanitize

fuzz: $(PLAY) $(DEV)  ## send mutated inputs to everything that reads input, for MINUTES=30 in all
	@$(PY) -m tests.fuzz --minutes $(or $(MINUTES),30)

bench: $(PLAY)  ## measure the kernel's speed
	$(PY) benchmarks/run.py

accept: $(PLAY) $(DEV)  ## rewrite golden files and generated docs; read the diff before you commit it
	$(PY) -m tests.accept

check-puzzles: $(PLAY)  ## prove all puzzles of the library again
	$(PY) -m ludoteca puzzles --check

lock: $(PLAY) $(DEV)  ## bring the lock files in requirements in step with pyproject.toml
	$(PY) -m tools.lock

upgrade: $(PLAY) $(DEV)  ## lock the newest versions that pyproject.toml allows
	$(PY) -m tools.lock --upgrade

sbom: $(PLAY) $(DEV)  ## write the software bill of materials into dist
	$(PY) -m tools.sbom

wheel: $(PLAY) $(DEV)  ## build the sdist and the wheel into dist
	$(PY) -m build

clean:  ## remove what was built (the packages in .venv stay)
	rm -rf build dist src/*.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -f src/ludoteca/kernel/*.so src/ludoteca/kernel/*.pyd $(PLAY) $(DEV)
	find src tests benchmarks -name .venv -prune -o -name __pycache__ -prune -exec rm -rf {} +

# --- setting up -------------------------------------------------------------------------------------

$(PLAY): pyproject.toml setup.py requirements/build.lock requirements/run.lock $(KERNEL) $(CATALOGUES)
	$(if $(missing),$(error $(missing)))
	@$(given) tools/set-up
	@touch $@

$(DEV): requirements/dev.lock | $(PLAY)
	@echo "Adding the tools for tests and checks"
	@$(PY) -m pip install -q --require-hashes -r requirements/dev.lock
	@touch $@

given      = PYTHON="$(PYTHON)" CC="$(if $(filter-out default,$(origin CC)),$(CC))"
missing    = $(shell $(given) tools/set-up --check)
