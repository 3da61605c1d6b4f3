SHELL := bash
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

PYTHON := .venv/bin/python
# One more than two cores, since a test over HTTP waits for the stack's processes. With five, tests that give
# up on what takes too long wait for each other.
WORKERS ?= 3
SELECTION ?= not slow and not browser
# What fails on a busy machine is tried again, so many times as follows. The report has each failure.
RERUNS := -r R --rerun-show-tracebacks --reruns

# One of each kind of family: administration, content, a list alone, people, and what candidates open.
CONTAINER_TESTS := $(patsubst %,tests/%/test_routes.py,tenancy/teams content/survey_questions workflow/job_families screening/candidates screening/sessions)

CONSOLE := functions/console/assets/app
CONSOLE_SOURCES := $(shell find console/index.html console/*.json console/*.ts console/src clients/typescript/src -type f 2>/dev/null)

export PYTHONPATH := scripts:layers/shared:functions:clients/python/src:clients/mcp/src
export SAM_CLI_TELEMETRY := 0
# Nothing here reaches AWS, but its tools require a region.
export AWS_DEFAULT_REGION ?= us-east-1

# A stack and each of its functions import thousands of modules, which take three times as long to compile.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run console pictures test-console sam-local test test-slow test-table-client test-table simulate simulate-mutations neighbours capacity test-containers test-browser demo check scan lint-document fuzz-document generate-clients examples bench endurance interview-trial score-trial chat-trial turn-trial conversation-latency build deploy clients lock page-scripts format clean models setup

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' | expand -t 22

run: setup ## Run the whole service on this machine, without Docker or an AWS account
	@command -v npm >/dev/null && $(MAKE) --no-print-directory console || true # /console says what is missing
	@exec $(PYTHON) -m local_stack

console: $(CONSOLE)/index.html ## Build the console of hiring teams; needs Node.js 20 or later with npm

$(CONSOLE)/index.html: $(CONSOLE_SOURCES)
	@npm --prefix console ci --silent
	@npm --prefix console run --silent build -- --logLevel warn

test-console: console ## Check the console: types, lint, sizes and tests; needs npm
	@[ -d console/node_modules ] || npm --prefix console ci --silent
	@for part in types lint size test; do npm --prefix console run --silent $$part || exit 1; done

sam-local: setup ## The same with the API in containers, by `sam local start-api`; needs Docker Engine
	@exec $(PYTHON) -m sam_local

demo: setup ## Walk through the service, from an interview to its results
	@$(PYTHON) -m demo

pictures: setup console ## Take the pictures of the console in the documentation again; needs Chromium
	@$(PYTHON) -m pictures

test: setup ## Run the tests without the slow ones: routes through HTTP, the others in process
	@$(PYTHON) -m local_stack.models || true # the tests that need a missing model are skipped
ifdef ARGUMENTS
	@$(PYTHON) -m pytest -n $(WORKERS) --dist worksteal -m "$(SELECTION)" $(ARGUMENTS)
else
	@$(PYTHON) -m pytest --over-http -n $(WORKERS) --dist worksteal -m "$(SELECTION)" $(RERUNS) 1 --durations 20
endif

test-slow: setup ## Run the slow tests
	@$(PYTHON) -m pytest -m slow $(ARGUMENTS)

test-table-client: setup ## Run the tests of one family through HTTP with botocore's client of the table
	@GATHER_TABLE_CLIENT=botocore $(PYTHON) -m pytest --over-http -q -m "$(SELECTION)" $(RERUNS) 1 $(or $(ARGUMENTS),tests/tenancy/teams/test_routes.py)

test-table: setup ## Run the tests of the table and of deliveries on dynoxide, the table of the local stack
	@$(PYTHON) -m pytest -q --table dynoxide -m "$(SELECTION)" $(or $(ARGUMENTS),tests/table tests/deliveries)

simulate: setup ## Run the whole service in worlds of faults (SEEDS=1000, ARGUMENTS=--help)
	@$(PYTHON) -m simulation --seeds $(or $(SEEDS),100) $(ARGUMENTS)

simulate-mutations: setup ## Make each mistake of a table in the service, and say which the simulation finds; takes hours
	@$(PYTHON) -m simulation.mutations $(ARGUMENTS)

capacity: setup ## Count what a candidate interview needs, and say what many need and which limit breaks first
	@$(PYTHON) -m capacity $(ARGUMENTS)

neighbours: setup ## Measure normal teams beside a hostile one, in virtual time (ARGUMENTS=--help)
	@$(PYTHON) -m simulation.neighbours $(ARGUMENTS)

test-containers: setup ## Run the tests of five families with the API in containers; needs Docker Engine
	@$(PYTHON) -m pytest --in-containers $(RERUNS) 1 $(or $(ARGUMENTS),$(CONTAINER_TESTS))

test-browser: setup console ## Run the tests of pages in a real browser (Chromium); needs npm for the console
	@$(PYTHON) -m pytest tests/browser --over-http -n 3 --dist worksteal $(RERUNS) 2 $(ARGUMENTS)

check: setup ## Check format, lint, types, imports, the template and what is made from routes, catalogues and scripts
	@.venv/bin/ruff format --check .
	@.venv/bin/ruff check .
	@.venv/bin/mypy
	@.venv/bin/lint-imports
	@.venv/bin/cfn-lint template.yaml
	@$(PYTHON) -m openapi --check
	@$(PYTHON) -m catalogues --check
	@$(PYTHON) -m client_code --check
	@$(PYTHON) -m page_scripts --check

scan: setup ## Scan the template for known weaknesses, less those that are waived with a reason
	@$(PYTHON) -m template_scan

lint-document: setup ## Check the OpenAPI document with Redocly and Spectral, which are packages of npm
	@$(PYTHON) -m document_lint

fuzz-document: setup ## Send what schemathesis makes of the OpenAPI document to a local stack of its own
	@$(PYTHON) -m document_fuzz $(ARGUMENTS)

generate-clients: setup ## Have generators make clients of the OpenAPI document, compile them and send requests
	@$(PYTHON) -m generated_clients

bench: setup ## Measure the service against baselines
	@$(PYTHON) -m bench

endurance: setup ## Kill the local stack 20 times under load and count what was lost (ARGUMENTS=--help)
	@$(PYTHON) -m endurance $(ARGUMENTS)

interview-trial: setup ## Try the interviewer with scripted candidates (MODEL=… for one on Bedrock, ARGUMENTS=--all)
	@$(PYTHON) -m trials.interview --model "$(MODEL)" $(ARGUMENTS)

score-trial: setup ## Try the scorer with written answers (MODEL=… for one on Bedrock, ARGUMENTS=--all)
	@$(PYTHON) -m trials.score --model "$(MODEL)" $(ARGUMENTS)

chat-trial: setup ## Try the chat with 130 questions (MODEL=… for one on Bedrock, ARGUMENTS=--all)
	@$(PYTHON) -m trials.chat --model "$(MODEL)" $(ARGUMENTS)

turn-trial: setup ## Try when the interview page thinks that a candidate has finished (ARGUMENTS=--all)
	@$(PYTHON) -m local_stack.models
	@$(PYTHON) -m trials.turns $(ARGUMENTS)

conversation-latency: setup ## Measure how long a candidate waits in a conversation, on a local stack
	@$(PYTHON) -m trials.latency $(ARGUMENTS)

build: setup console ## Build what a deployment uploads, in .aws-sam/build (ARCHITECTURE=x86_64 for other processors)
	@.venv/bin/sam build $(if $(ARCHITECTURE),--parameter-overrides Architecture=$(ARCHITECTURE))

deploy: build ## Build and deploy; CloudFormation takes the release back when the API fails (ARGUMENTS=--help)
	@$(PYTHON) -m release $(ARGUMENTS)

examples: setup ## Record the examples of the OpenAPI document from the tests of routes
	@$(PYTHON) -m pytest -q -m "routes and not slow" --record-examples $(ARGUMENTS)
	@$(PYTHON) -m openapi
	@$(PYTHON) -m client_code

format: setup ## Format the code, fix what the linter can fix, write what is made from routes, catalogues and scripts
	@.venv/bin/ruff check --fix --quiet .
	@.venv/bin/ruff format .
	@$(PYTHON) -m openapi
	@$(PYTHON) -m client_code
	@$(PYTHON) -m catalogues
	@$(PYTHON) -m page_scripts

page-scripts: setup ## Bundle the scripts of the pages (ARGUMENTS=--watch: whenever one is saved)
	@$(PYTHON) -m page_scripts $(ARGUMENTS)

clients: setup ## Write what the clients have of the OpenAPI document: models, operations, types, tools, a collection
	@$(PYTHON) -m client_code

lock: setup ## Write the lock files of requirements/ (ARGUMENTS=--upgrade for newer versions)
	@scripts/setup/lock.sh $(ARGUMENTS)

models: setup ## Fetch the models of the local stack's engines into .models (about 300 MB)
	@$(PYTHON) -m local_stack.models

setup: ## Prepare the environment; the other commands run this themselves
	@python3 scripts/setup/environment.py

clean: ## Remove what these commands created, including the environment and the local stack's data
	rm -rf .aws-sam .hypothesis .import_linter_cache .local .models .mypy_cache .pytest_cache .ruff_cache .venv*
	rm -rf scripts/local_stack/node_modules scripts/document_lint/node_modules scripts/page_scripts/node_modules tests/javascript/node_modules clients/typescript/node_modules clients/typescript/dist
	find functions layers scripts tests -name __pycache__ -prune -exec rm -rf {} +
