#!/bin/sh
# Runs what `cargo xtask gpu` built, on a machine with an NVIDIA GPU and no toolchain: every test that asks for a GPU, the time
# of single steps, and a short training. Reference data, if there is any, is named by WAMPIMUK_SHARED.
set -eu
cd "$(dirname "$0")"

# Without a GPU the tests skip themselves, and all would be well.
nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader

failed=''
try() {
    echo "== $*"
    "$@" || failed="$failed
$*"
}

for test in tests/*; do
    try "$test"
done
try ./cuda_speed
try ./cuda_speed gcn-lstm

runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
for training in 'm-lstm gscan-demo' 'gcn-lstm reascan' 'transformer reascan' 'entnet concat-t7' 'stm concat-t2' 'bidaf concat-t7'; do
    # shellcheck disable=SC2086
    set -- $training
    try ./wampimuk train "$1" --data "$2" --device cuda --updates 20 --set dev_items=100 --set tries=1 --quiet --out "$runs/$1"
done

if [ -n "$failed" ]; then
    echo "failed:$failed" >&2
    exit 1
fi
echo 'all passed'
