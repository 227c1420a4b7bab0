# Thin: CMake does the work (CMakePresets.json). `make help` lists what there is.
.DEFAULT_GOAL := build
.PHONY: build demo test test-viewer validate bench lint format fuzz mutations mutants coverage install clean help

# make test PRESET=asan tests another build: release, debug, asan, tsan, coverage, clang
PRESET ?= release
BUILD := $(if $(filter release,$(PRESET)),build,build-$(PRESET))
PREFIX ?= /usr/local

# quiet unless it fails: configure PRESET FOLDER
configure = mkdir -p $(2) && cmake --preset $(1) >$(2)/configure.log 2>&1 \
            || { cat $(2)/configure.log >&2; false; }

build: ## build the program and the library into build/
	@tools/install-deps demo
	@$(call configure,$(PRESET),$(BUILD))
	@cmake --build $(BUILD)

demo: ## install what is missing, build, run a case, show where its report is
	@tools/install-deps demo
	@$(call configure,release,build)
	@cmake --build build --target catenaria
	@echo
	@build/catenaria run cases/ac-simple/320.yaml -o results/demo --set accuracy=none
	@echo "Look at the run: build/catenaria view results/demo"

test: ## install what is missing, build, run all tests
	@tools/install-deps test
	@$(call configure,$(PRESET),$(BUILD))
	@cmake --build $(BUILD)
	@tools/run-tests $(BUILD)

test-viewer: ## the viewer alone, worked in a browser
	@tools/install-deps dev
	@$(call configure,release,build)
	@cmake --build build
	ctest --test-dir build -R '^web/viewer$$' --output-on-failure

# train cases of the linear line
LINEAR_TRAINS = $(filter-out %-nonlinear.yaml %/2d.yaml,$(sort $(wildcard cases/ac-simple/two-*.yaml \
  cases/*/[0-9]*.yaml)))

validate: ## run the long studies and write docs/validation/ (about 70 minutes)
	@tools/install-deps test
	@$(call configure,release,build)
	@cmake --build build --target pdae_study
	@mkdir -p docs/validation
	tools/check-validation --write pdae build/tests/pdae_study
	@cmake --build build --target catenaria test_physics_orders
	tools/check-validation --write train python3 tests/validation/train_study.py
	tools/check-validation --write nonlinear python3 tests/validation/nonlinear_study.py
	tools/check-validation --write uncertainty python3 tests/validation/uncertainty_study.py
	tools/check-validation --write lines python3 tests/validation/lines_study.py
	tools/check-validation --write cables python3 tests/validation/cables_study.py
	tests/validation/cables_figures.py build/validation/cables-figures
	@cmake --build build --target bridge_parts bridge_direct
	tools/check-validation --write bridge python3 tests/validation/bridge_study.py
	@cmake --build build --target modal_parts
	tools/check-validation --write modal python3 tests/validation/modal_study.py docs/images/modal-cost.svg
	@cmake --build build --target ledger_study
	CATENARIA_CASES=$(CURDIR)/cases tools/check-validation --write ledger build/tests/ledger_study 300 $(LINEAR_TRAINS)
	@cmake --build build --target catenaria probe
	WARNED=all INSTRUMENTED= CATENARIA=$(CURDIR)/build/catenaria PROBE=$(CURDIR)/build/tests/probe tests/app/warned.sh
	KILLS=200 CATENARIA=$(CURDIR)/build/catenaria PROBE=$(CURDIR)/build/tests/probe tests/robust/resume.sh
	@$(call configure,asan,build-asan)
	@cmake --build build-asan --target test_api_cycles test_api_calls
	CYCLES=10000 build-asan/tests/test_api_cycles
	SEQUENCES=50000 build-asan/tests/test_api_calls

bench: ## time a step against its limits; results in bench/results/ and docs/bench.md (10 minutes)
	@tools/install-deps demo
	@$(call configure,release,build)
	@cmake --build build --target bench bench-profile catenaria
	@bench/run build

lint: ## formatting, clang-tidy, cppcheck, both compilers with warnings as errors
	@tools/lint

format: ## format all C sources in place
	@tools/format

fuzz: ## fuzz everything that is read, FUZZ_SECONDS=60 for each target (about 10 minutes)
	@tools/fuzz

mutations: ## read and run spoilt cases under the sanitizers; COUNT=10000 SEED=1 (an hour or two)
	@tools/install-deps test
	@$(call configure,asan,build-asan)
	@cmake --build build-asan --target catenaria
	@CATENARIA=build-asan/catenaria tests/mutate/mutate --count $(or $(COUNT),10000) --seed $(or $(SEED),1)

mutants: ## change one token at a time: do the tests notice? MUTANTS=200 SEED=1 JOBS=2 FILES=src/...
	@tools/install-deps test
	@MUTANTS=$(or $(MUTANTS),200) SEED=$(or $(SEED),1) JOBS=$(or $(JOBS),2) tools/mutants $(FILES)

coverage: ## line and branch coverage of the tests by folder; pages in build-coverage/coverage/
	@tools/coverage

install: ## install into PREFIX (/usr/local); DESTDIR is respected
	@cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@cmake --build build
	@cmake --install build

clean: ## remove all build folders
	rm -rf build build-debug build-asan build-tsan build-coverage build-clang build-fuzz build-lint \
	  build-mutants

help: ## show this
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'
