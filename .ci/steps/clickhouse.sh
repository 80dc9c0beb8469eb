#!/usr/bin/env bash
# A real ClickHouse has every accepted event exactly once, though processes are killed and the server is stopped.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Debian's package. Elsewhere, or without the right to install it, there is nothing to check against.
if ! command -v clickhouse-server >/dev/null; then
  if ! command -v apt-get >/dev/null; then skip "ClickHouse is installed from Debian's packages, and there is no apt-get."; fi
  if [[ "$(id -u)" -ne 0 ]]; then skip "ClickHouse is not installed; to install it: sudo apt-get install clickhouse-server"; fi
  run apt-get update -qq || true
  if ! run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends clickhouse-server >/dev/null; then
    skip "the package clickhouse-server cannot be had here."
  fi
fi
server=$(command -v clickhouse-server)

run swift build --package-path Tests/Programs "${tested[@]}" --product ClickHouseClient
client=$tested_bin/ClickHouseClient
run "$client" check "$server" Examples/Beatles/Server/events.sql
run "$client" rate "$server" Examples/Beatles/Server/events.sql

# The documentation's own commands, with an empty server. What an app cannot send at once it stores in the user's folder: here,
# in one that goes away.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
run env XDG_DATA_HOME="$folder" "$client" serve "$server" python3 .ci/clickhouse.py
