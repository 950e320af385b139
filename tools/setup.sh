# What quickstart and test share: installs the missing packages and configures a preset. Sourced, not run.
# shellcheck shell=bash

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '== %s\n' "$*"; }

# install PACKAGE...: those of these Debian packages that are missing, and nothing that they only recommend.
install() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    echo "not root: please install them: apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q > /dev/null
  apt-get install -y -q --no-install-recommends "${missing[@]}" > /dev/null
}

# install_build_packages: what building the command needs.
install_build_packages() {
  install g++ cmake ninja-build libopencv-dev libcli11-dev libtbb-dev libhwy-dev libfmt-dev nlohmann-json3-dev libjpeg-dev \
    zlib1g-dev libpng-dev libtiff-dev libwebp-dev "$@"
  command -v nvcc > /dev/null || say "no nvcc on PATH: the CPU product is built"
}

# build PRESET [CMAKE_OPTION...]: configures and builds into build/PRESET. A folder that was configured with a CUDA compiler
# that has gone since, or without one that has come, is configured anew.
build() {
  local preset=$1 nvcc_now stamp
  shift
  nvcc_now=$(command -v nvcc || echo none)
  stamp=build/$preset/.nvcc
  local fresh=()
  [ -f "$stamp" ] && [ "$(cat "$stamp")" != "$nvcc_now" ] && fresh=(--fresh)
  local log=build/$preset/configure.log
  mkdir -p "build/$preset"
  cmake --preset "$preset" "${fresh[@]}" "$@" > "$log" 2>&1 || { cat "$log" >&2; exit 1; }
  echo "$nvcc_now" > "$stamp"
  cmake --build "build/$preset"
}
