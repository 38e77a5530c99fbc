#!/bin/sh
# Installs Mailgauge, or brings it up to date: downloads the package for this machine, compares its SHA-256 with checksums.txt of the
# release, and installs it. Nothing is installed that was not compared.
#
#   sh install.sh --url https://example.org/mailgauge/0.1.0
#   sh install.sh --file mailgauge_0.1.0_amd64.deb --checksums checksums.txt
#
# --url        the folder of the release (also MAILGAUGE_RELEASE_URL); https, or http on this machine
# --file       a package that is here already, instead of a download
# --checksums  the checksums.txt that belongs to it; without it the one beside the file
# --archive    the .tar.gz also where a .deb could be installed
# --root       a folder to install the archive into, in place of / (for images)
set -eu

RELEASE_URL=''
# What the download takes with all that is made of it before it is in place, and what the program takes.
DEB_KB=100000
ARCHIVE_KB=300000
PROGRAM_KB=150000

say() { printf '%s\n' "$*"; }
fail() {
  printf 'Mailgauge was not installed: %s\n' "$*" >&2
  exit 1
}

url=${MAILGAUGE_RELEASE_URL:-$RELEASE_URL}
file=''
checksums=''
archive=no
prefix=''

value() {
  if [ $# -lt 2 ] || [ -z "$2" ]; then fail "$1 needs a value."; fi
}
while [ $# -gt 0 ]; do
  case $1 in
    --url) value "$@" && url=$2 && shift 2 ;;
    --file) value "$@" && file=$2 && shift 2 ;;
    --checksums) value "$@" && checksums=$2 && shift 2 ;;
    --root) value "$@" && prefix=${2%/} && archive=yes && shift 2 ;;
    --archive) archive=yes && shift ;;
    -h | --help) sed -n '2,/^set /{/^#/s/^# \{0,1\}//p;}' "$0" && exit 0 ;;
    *) fail "there is no option $1. See: sh install.sh --help" ;;
  esac
done

[ "$(id -u)" -eq 0 ] || fail "it needs root. Try: sudo sh install.sh …"
[ "$(uname -s)" = Linux ] || fail "there is no package for $(uname -s), only for Linux."

work=$(mktemp -d "${TMPDIR:-/tmp}/mailgauge-install.XXXXXX") || fail "no temporary folder can be made."
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

is_musl() { [ -n "$(find /lib /usr/lib -maxdepth 1 -name 'ld-musl-*' -print -quit 2>/dev/null)" ]; }

# The names of packages for this machine end so; sets $debian and $target.
detect() {
  case $(uname -m) in
    x86_64 | amd64) debian=amd64 target=linux-x64 ;;
    aarch64 | arm64) debian=arm64 target=linux-arm64 ;;
    *) fail "there is no package for $(uname -m), only for x86_64 and aarch64." ;;
  esac
  if is_musl; then
    target=$target-musl
  elif [ "$target" = linux-x64 ] && [ -r /proc/cpuinfo ] && ! grep -qw avx2 /proc/cpuinfo; then
    # Older processors, and virtual ones that pretend to be.
    target=$target-baseline archive=yes
  fi
  if is_musl || ! command -v dpkg >/dev/null; then archive=yes; fi
}

room() { # folder kilobytes
  free=$(df -Pk "$1" 2>/dev/null | awk 'NR == 2 { print $4 }')
  [ -n "$free" ] || return 0
  [ "$free" -ge "$2" ] || fail "$1 has $((free / 1024)) MB free, and $(($2 / 1024)) MB are needed."
}

check_url() {
  case $url in
    '') fail "where is the release? Name its folder with --url, or a package with --file." ;;
    https://*) ;;
    # What stands before the @ is a name to sign in by, however much it looks like this machine.
    http://*@*) fail "$url is not https: the checksums could be anybody's." ;;
    http://127.0.0.1[:/]* | http://localhost[:/]* | 'http://[::1]'[:/]*) ;;
    *) fail "$url is not https: the checksums could be anybody's." ;;
  esac
  url=${url%/}
}

fetch() { # name
  say "Downloading $url/$1"
  if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --proto-redir '=https' --retry 2 --output "$work/$1" "$url/$1" ||
      explain $? "$1"
  elif command -v wget >/dev/null; then
    wget -q -O "$work/$1" "$url/$1" || explain "wget $?" "$1"
  else
    fail "neither curl nor wget is here. Install one, or download the package and name it with --file."
  fi
}

explain() { # exit code of curl, name
  case $1 in
    6 | 7 | 'wget 4') fail "$url cannot be reached." ;;
    18 | 56) fail "the download of $2 was cut off. Try again." ;;
    22 | 'wget 8') fail "$url/$2 is not there." ;;
    23 | 'wget 3') fail "$2 could not be written to $work. Is the disk full?" ;;
    *) fail "$2 could not be downloaded ($1)." ;;
  esac
}

# The names in the checksums that end so.
names_of() {
  awk -v ending="$1" '
    { name = $2; sub(/^\*/, "", name) }
    length(name) >= length(ending) && substr(name, length(name) - length(ending) + 1) == ending { print name }
  ' "$work/checksums.txt"
}

verify() { # path, name
  wanted=$(awk -v name="$2" '{ own = $2; sub(/^\*/, "", own) } own == name { print tolower($1) }' "$work/checksums.txt")
  case $wanted in
    '') fail "checksums.txt does not name $2." ;;
    *[!0-9a-f]*) fail "checksums.txt names $2 more than once, or not with a SHA-256." ;;
  esac
  [ ${#wanted} -eq 64 ] || fail "checksums.txt names $2 with something that is no SHA-256."
  command -v sha256sum >/dev/null || fail "sha256sum is not here (coreutils, or busybox)."
  found=$(sha256sum "$1" | awk '{ print $1 }')
  [ "$found" = "$wanted" ] ||
    fail "the SHA-256 of $2 is $found, and checksums.txt says $wanted. The file is damaged, or not the one that was released."
  say "The SHA-256 of $2 is right."
}

# Sets $package, a verified file in the temporary folder, from a file or from the release.
obtain() {
  if [ "$archive" = yes ]; then room "$work" "$ARCHIVE_KB"; else room "$work" "$DEB_KB"; fi
  if [ -n "$file" ]; then
    [ -f "$file" ] || fail "there is no file $file."
    : "${checksums:=$(dirname "$file")/checksums.txt}"
    [ -f "$checksums" ] || fail "there is no $checksums to compare $file with. Name it with --checksums."
    cp "$checksums" "$work/checksums.txt" || fail "$checksums could not be copied."
    name=$(basename "$file")
    case $name in
      *.deb) archive=no ;;
      *.tar.gz) archive=yes ;;
      *) fail "$name is neither a .deb nor a .tar.gz." ;;
    esac
    # What was compared is what is installed, whoever may change the file meanwhile.
    cp "$file" "$work/$name" || fail "$file could not be copied to $work. Is the disk full?"
  else
    check_url
    fetch checksums.txt
    if [ "$archive" = no ]; then ending=_$debian.deb; else ending=-$target.tar.gz; fi
    name=$(names_of "$ending")
    case $name in
      '') fail "the release has no package for this machine ($ending)." ;;
      *[!A-Za-z0-9._~+-]*) fail "checksums.txt names more than one package that ends in $ending, or one with a strange name." ;;
    esac
    fetch "$name"
  fi
  verify "$work/$name" "$name"
  package=$work/$name
}

install_deb() {
  command -v dpkg >/dev/null || fail "dpkg is not here: this is no Debian or Ubuntu. Use the .tar.gz."
  chmod 755 "$work" && chmod 644 "$package"
  export DEBIAN_FRONTEND="${DEBIAN_FRONTEND:-noninteractive}"
  # A configuration that was changed stays as it is.
  if command -v apt-get >/dev/null; then
    apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-confdef \
      -o Dpkg::Options::=--force-confold "$package" || fail "apt-get refused the package, as it says above."
  else
    dpkg --force-confdef --force-confold -i "$package" || fail "dpkg refused the package, as it says above."
  fi
}

check_libraries() {
  if is_musl; then
    [ -e /usr/lib/libstdc++.so.6 ] || fail "libstdc++ is missing. On Alpine: apk add libstdc++"
    return
  fi
  libc=$(getconf GNU_LIBC_VERSION 2>/dev/null | awk '{ print $2 }')
  case $libc in
    '' | 2.3[4-9] | 2.[4-9][0-9] | 2.[1-9][0-9][0-9] | [3-9].*) ;;
    *) fail "glibc $libc is too old: 2.34 is needed (Debian 12, Ubuntu 22.04, RHEL 9)." ;;
  esac
}

make_user() {
  [ -z "$prefix" ] || return 0
  grep -q '^mailgauge:' /etc/passwd && return
  if command -v useradd >/dev/null; then
    useradd --system --user-group --home-dir /var/lib/mailgauge --no-create-home --shell /usr/sbin/nologin mailgauge
  else
    addgroup -S mailgauge 2>/dev/null || true
    adduser -S -D -H -h /var/lib/mailgauge -s /sbin/nologin -G mailgauge mailgauge
  fi || fail "the user mailgauge could not be made."
}

# A running program cannot be written to, and a new name in its place is whole at every moment.
put() { # mode, from, to
  mkdir -p "$(dirname "$prefix$3")"
  if cp "$2" "$prefix$3.new" && chmod "$1" "$prefix$3.new" && mv -f "$prefix$3.new" "$prefix$3"; then return; fi
  rm -f "$prefix$3.new"
  fail "$prefix$3 could not be written. Is the disk full?"
}

install_archive() {
  [ -n "$prefix" ] || check_libraries
  mkdir "$work/unpacked"
  tar -xzf "$package" -C "$work/unpacked" --no-same-owner 2>/dev/null || tar -xzf "$package" -C "$work/unpacked" ||
    fail "the archive could not be unpacked to $work. Is the disk full?"
  set -- "$work/unpacked"/*
  if [ $# -ne 1 ] || [ ! -f "$1/mailgauge" ]; then fail "the archive does not hold what it should."; fi
  [ -n "$prefix" ] || "$1/mailgauge" version >/dev/null || fail "the program does not run on this machine."
  make_user
  room "${prefix:-/}" "$PROGRAM_KB"
  put 755 "$1/mailgauge" /usr/local/bin/mailgauge
  put 644 "$1/mailgauge.1" /usr/local/share/man/man1/mailgauge.1
  put 644 "$1/mailgauge.toml.5" /usr/local/share/man/man5/mailgauge.toml.5
  put 644 "$1/mailgauge.bash-completion" /usr/local/share/bash-completion/completions/mailgauge
  put 644 "$1/mailgauge.toml" /usr/local/share/doc/mailgauge/mailgauge.toml
  put 644 "$1/third-party.txt" /usr/local/share/doc/mailgauge/third-party.txt
  if [ ! -e "$prefix/etc/mailgauge/mailgauge.toml" ]; then
    put 640 "$1/mailgauge.toml" /etc/mailgauge/mailgauge.toml
    [ -n "$prefix" ] || chgrp mailgauge /etc/mailgauge/mailgauge.toml
  fi
  sed 's#/usr/bin/mailgauge#/usr/local/bin/mailgauge#' "$1/mailgauge.service" >"$work/mailgauge.service"
  put 644 "$work/mailgauge.service" /etc/systemd/system/mailgauge.service
  start_archive
}

start_archive() {
  if [ -n "$prefix" ] || [ ! -d /run/systemd/system ]; then return; fi
  systemctl daemon-reload
  if systemctl is-active --quiet mailgauge; then systemctl restart mailgauge; fi
}

next_steps() {
  [ -z "$prefix" ] || return 0
  if [ -d /run/systemd/system ] && systemctl is-active --quiet mailgauge; then
    say "Mailgauge runs. See: systemctl status mailgauge"
    return
  fi
  say "Mailgauge is installed. Set site.base_url, smtp.domain and smtp.hostname in /etc/mailgauge/mailgauge.toml, then:"
  say "  mailgauge config check"
  say "  systemctl enable --now mailgauge"
}

detect
obtain
if [ "$archive" = yes ]; then install_archive; else install_deb; fi
next_steps
