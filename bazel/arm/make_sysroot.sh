#!/bin/bash
# Makes a sysroot of the system's own release for another architecture: downloads
# packages with what they depend on, and unpacks them. Nothing is installed, and
# the system's own lists of packages stay as they are.
#
#   make_sysroot.sh <architecture> <file of package names> <folder>
#
# The folder gets root/, the sysroot; versions.txt, the packages in it; and notes.txt,
# which names the lists of packages that could not be fetched, usually none.
set -euo pipefail

architecture="$1"
packages="$2"
folder="$3"
apt="$folder/apt"

fail() {
  printf 'The sysroot for %s cannot be made: %s\n' "$architecture" "$*" >&2
  exit 1
}

for tool in apt-get apt-cache dpkg-deb realpath; do
  command -v "$tool" >/dev/null || fail "$tool is missing (third_party/packages_arm.txt)"
done

codename="$(. /etc/os-release && echo "${VERSION_CODENAME:-}")"
[[ -n $codename ]] || fail "/etc/os-release has no VERSION_CODENAME"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# Prints the system's archives of its own release, of either form of sources.list,
# without limits to architectures; archives of others have no packages for Arm.
own_archives() {
  local file
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [[ -f $file ]] || continue
    sed -n -e 's/#.*//' -e 's/^ *deb  *//p' "$file" | while read -r line; do
      local options=""
      if [[ $line =~ ^\[([^]]*)\]\ *(.*)$ ]]; then
        options="${BASH_REMATCH[1]}"
        line="${BASH_REMATCH[2]}"
      fi
      read -r uri suite parts <<<"$line"
      is_own "$suite" && archive "$uri" "$suite" "$parts" "$options"
    done || true
  done
  for file in /etc/apt/sources.list.d/*.sources; do
    [[ -f $file ]] || continue
    stanzas "$file"
  done
}

is_own() { [[ $1 == "$codename" || $1 == "$codename"-* ]]; }

# archive <uri> <suite> <components> <options>
archive() {
  local signed="$keyring"
  [[ $4 =~ signed-by=([^ ]+) ]] && signed="${BASH_REMATCH[1]}"
  printf 'deb [signed-by=%s] %s %s %s\n' "$signed" "$1" "$2" "$3"
}

# Prints the archives of a file in the form of stanzas (deb822).
stanzas() {
  local uris="" suites="" parts="" signed="" enabled=yes types="" line
  {
    grep -v '^#' "$1"
    echo
  } | while IFS= read -r line; do
    case "$line" in
      [Uu][Rr][Ii][Ss]:*) uris="${line#*:}" ;;
      [Ss]uites:*) suites="${line#*:}" ;;
      [Cc]omponents:*) parts="${line#*:}" ;;
      [Tt]ypes:*) types="${line#*:}" ;;
      [Ss]igned-[Bb]y:*) signed="${line#*:}" ;;
      [Ee]nabled:*) enabled="${line#*:}" ;;
      "")
        if [[ $types == *deb* && $enabled == *yes* ]]; then
          local uri suite
          for uri in $uris; do
            for suite in $suites; do
              if is_own "$suite"; then
                archive "$uri" "$suite" "$parts" \
                  "${signed:+signed-by=$(echo $signed)}"
              fi
            done
          done
        fi
        uris="" suites="" parts="" signed="" enabled=yes types=""
        ;;
    esac
  done
}

# Prints the names of a list; of alternatives, the first that the release has.
chosen() {
  local line name
  sed -e 's/#.*//' -e 's/|/ /g' "$packages" | while read -r line; do
    [[ -n $line ]] || continue
    for name in $line; do
      if [[ -n $(apt-cache policy "$name" |
        sed -n 's/^ *Candidate: *//p' | grep -v '(none)') ]]; then
        echo "$name"
        continue 2
      fi
    done
    fail "no archive of this system has $line"
  done
}

# A list that a mirror does not have in its signed form at present, usually that of
# security updates while it is being copied, is left out with a note: packages are
# taken from verified lists only, and the rest may suffice.
update_lists() {
  local tries
  for tries in 1 2; do
    apt-get -q -o APT::Update::Error-Mode=any update >"$apt/log" 2>&1 && return
    sleep "$tries"
  done
  sed -n -e 's/^E: Failed to fetch \([^ ]*\).*/left out: \1/p' "$apt/log" >>"$folder/notes.txt"
  [[ -s $folder/notes.txt ]] || fail "$(cat "$apt/log")"
}

unpack() {
  local root="$folder/root" deb link
  # The release's root folder has links to /usr.
  mkdir -p "$root"/usr/{lib,bin,sbin}
  for link in lib bin sbin; do ln -sfn "usr/$link" "$root/$link"; done
  for deb in "$apt"/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" |
      tar -x --no-same-owner --keep-directory-symlink -C "$root"
    dpkg-deb -W --showformat '${Package} ${Version}\n' "$deb"
  done | LC_ALL=C sort >"$folder/versions.txt"
  # What programs need neither to build nor to run.
  rm -rf "$root"/usr/share/{doc,man,locale,info,lintian,bug} "$root"/{var,boot,dev}
  find "$root" -type l -lname '/*' | while read -r link; do
    ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" \
      "$root$(readlink "$link")")" "$link"
  done
}

mkdir -p "$apt"/lists/partial "$apt"/cache/archives/partial
: >"$apt/status"
: >"$folder/notes.txt"
own_archives | LC_ALL=C sort -u >"$apt/sources.list"
[[ -s $apt/sources.list ]] ||
  fail "the system's sources.list names no archive of $codename"
cat >"$apt/apt.conf" <<END
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "3";
Dir::State "$apt";
Dir::State::Lists "$apt/lists";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
END
export APT_CONFIG="$apt/apt.conf"
export DEBIAN_FRONTEND=noninteractive
update_lists
names="$(chosen)"
# shellcheck disable=SC2086
apt-get -q -y --download-only --no-install-recommends install $names \
  >"$apt/log" 2>&1 || fail "$(tail -20 "$apt/log")"
unpack
rm -rf "$apt"
