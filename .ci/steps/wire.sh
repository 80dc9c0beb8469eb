#!/usr/bin/env bash
# What is sent is what the services' own clients send; OpenTelemetry's own messages read it.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

environment=.build/ci-wire
if ! python3 -m venv "$environment"; then skip "Python cannot make a virtual environment."; fi
if ! run "$environment/bin/pip" install --quiet --disable-pip-version-check -r Tests/Programs/Wire/requirements.txt; then
  skip "the services' clients cannot be had from PyPI here."
fi

run swift build --package-path Tests/Programs "${debug[@]}" --product WireClient
export PYTHONDONTWRITEBYTECODE=1
run "$environment/bin/python" Tests/Programs/Wire/compare.py "$debug_bin/WireClient"
run swift build --package-path Examples "${debug[@]}" --product SegmentBefore
run swift build --package-path Examples "${debug[@]}" --product SegmentMiddle
run swift build --package-path Examples "${debug[@]}" --product SegmentAfter
run "$environment/bin/python" Tests/Programs/Wire/segment_app.py "$debug_bin"
