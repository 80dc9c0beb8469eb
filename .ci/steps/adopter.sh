#!/usr/bin/env bash
# An app that depends on this package by path tests its tracking with Swift Testing and with XCTest, and attaches a report.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# A package of its own has a build of its own. About a minute on two processors.
attachments=$PWD/$adopter_scratch/attachments
rm -rf "$attachments"
mkdir -p "$attachments"
run_tests swift test --package-path Tests/AdopterPackage --scratch-path "$adopter_scratch" --parallel \
  --attachments-path "$attachments"
if ! grep -q '"title":"Player"' "$attachments"/*; then fail "No report was attached."; fi

# What the app itself is made of does not know the kit.
if grep -rn TrackableTesting Tests/AdopterPackage/Sources; then fail "The app's own code names the kit."; fi
