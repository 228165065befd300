# Sourced by 'tools/typecheck-apple' and 'tools/check-availability', at the package's folder: what it
# takes to compile on Linux for iOS and macOS. What was compiled before is kept in '.build'.
#
# The standard library and Foundation are the toolchain's own: their modules for Linux say of each
# declaration since when which system has it, and are read here as modules of that system.

fail() {
  echo "$*" >&2
  exit 1
}

interface=tools/apple-interface
# Relative, so that no path with a space gets into the flags of a textual interface.
work=.build/apple-interface

# MARK: What Package.swift says

# One line for each match of the group in the expression.
in_package() { sed -n -E "s/^.*$1.*\$/\\1/p" Package.swift; }
language_mode="$(in_package 'swiftLanguageModes: \[\.v([0-9]+)\]')"
lowest_macos="$(in_package '\.macOS\("([0-9.]+)"\)')"
lowest_ios="$(in_package '\.iOS\(\.v([0-9]+)\)').0"
language=(-swift-version "$language_mode" -package-name goldenstore)
features=0
for feature in $(in_package 'enableUpcomingFeature\("([A-Za-z]+)"\)'); do
  language+=(-enable-upcoming-feature "$feature")
  features=$((features + 1))
done
[ -n "$language_mode" ] && [ -n "$lowest_macos" ] && [ "$lowest_ios" != .0 ] &&
  [ "$features" -gt 0 ] ||
  fail "found no language mode, lowest system or upcoming feature in Package.swift; it is written otherwise than 'tools/typecheck-apple' expects"
newest=26.0

# Each stands behind what it imports.
libraries=(Sources/GoldenStoreModel Sources/GoldenStoreSQLite Sources/GoldenStoreFormat
  Sources/GoldenStoreMigration Sources/GoldenStore Sources/GoldenStoreTesting
  Sources/BrowserModels)
# Behind these, what is for a Mac only: it starts programs.
mac_libraries=(Sources/GoldenStoreCommands Tests/TestSupport)

# MARK: The toolchain's modules, as an Apple system's

target_info() { swiftc -print-target-info | sed -n -E "s/^.*\"$1\": \"([^\"]*)\".*\$/\\1/p" | head -1; }
linux_triple="$(target_info unversionedTriple)"
toolchain="$(target_info runtimeResourcePath)"
architecture="${linux_triple%%-*}"
if [ "$architecture" = aarch64 ]; then architecture=arm64; fi

key="$({ swiftc --version; pwd; echo "$toolchain"; cat "${BASH_SOURCE[0]}"; } 2>/dev/null | cksum)"
if [ "$(cat "$work/key" 2>/dev/null)" != "$key" ]; then
  rm -rf "$work"
  mkdir -p "$work"
  ln -s "$toolchain" "$work/toolchain"
  # The resource folder without the modules of Linux, which would be found first.
  mkdir "$work/resources" "$work/glibc"
  ln -s ../toolchain/shims "$work/resources/shims"
  ln -s ../toolchain/clang "$work/resources/clang"
  glibc="$(echo "$toolchain/linux/"*/glibc.modulemap)"
  [ -e "$glibc" ] || fail "the toolchain in '$toolchain' has no module map of glibc"
  sed '/textual header/d' "$glibc" >"$work/glibc/module.modulemap"
  cp "$(dirname "$glibc")/SwiftGlibc.h" "$work/glibc/"
  echo "$key" >"$work/key"
fi

# The C headers stay those of Linux, whatever the compiler takes for granted on Apple's systems.
clang_flags=(-fno-define-target-os-macros)
for name in __APPLE__ __MACH__ __nonnull __nullable __null_unspecified; do
  clang_flags+=("-U$name")
done
for name in __linux__ __gnu_linux__ __unix__ __ELF__ OS_OBJECT_HAVE_OBJC_SUPPORT=0; do
  clang_flags+=("-D$name")
done
# What the sources use under another name than on Linux.
clang_flags+=(-Dst_mtim=st_mtimespec)
while IFS= read -r folder; do
  clang_flags+=(-idirafter "$folder")
done < <(clang -E -v -x c /dev/null 2>&1 |
  sed -n '/^#include </,/^End of search/s/^ //p' | grep -v /lib/clang/)
common=()
for flag in "${clang_flags[@]}" -fmodule-map-file="$work/glibc/module.modulemap" \
  -fmodule-map-file=Sources/CGoldenStoreSQLite/module.modulemap; do
  common+=(-Xcc "$flag")
done
common+=(-I "$work/toolchain" -resource-dir "$work/resources" -module-cache-path "$work/cache"
  -diagnostic-style llvm)

# 'x86_64-apple-macos12.3' and the like.
triple() {
  case "$1" in
  macos) echo "$architecture-apple-macos$2" ;;
  ios) echo "$architecture-apple-ios$2-simulator" ;;
  esac
}
# The name of a module's file, which has no version.
module_file() { triple "$1" ""; }

# A module of Linux becomes one of another system when its triple is replaced by one of the same
# length, which a made-up vendor sees to; the versions are low enough for every package.
retargeted_triple() {
  local system vendor=""
  case "$1" in
  macos) system=macos11 ;;
  ios) system=ios9-simulator ;;
  esac
  local length=$((${#linux_triple} - ${#architecture} - ${#system} - 2))
  [ "$length" -gt 0 ] || fail "'$linux_triple' is too short to be replaced"
  while [ "${#vendor}" -lt "$length" ]; do vendor+=a; done
  echo "$architecture-$vendor-$system"
}

toolchain_modules=(Swift _Concurrency _StringProcessing _RegexParser _Builtin_float
  SwiftOnoneSupport Synchronization Observation Glibc Dispatch _FoundationCollections
  FoundationEssentials FoundationInternationalization Foundation FoundationXML)

# The first lines of a textual interface. interface_head MODULE SYSTEM FLAGS...
interface_head() {
  echo "// swift-interface-format-version: 1.0"
  echo "// swift-compiler-version: $(swiftc --version 2>/dev/null | head -1)"
  echo "// swift-module-flags: ${common[*]} -target $(triple "$2" "$(lowest "$2")")" \
    "-module-name $1 -swift-version 5 -enable-library-evolution ${*:3}"
}

# The folder 'SYSTEM/toolchain'.
retarget_toolchain() {
  local system="$1" folder="$work/$1/toolchain" file module to
  [ ! -e "$folder" ] || return 0
  rm -rf "$folder.partial"
  to="$(retargeted_triple "$system")"
  for module in "${toolchain_modules[@]}"; do
    file="$work/toolchain/linux/$module.swiftmodule/$linux_triple.swiftmodule"
    [ -e "$file" ] || fail "the toolchain in '$toolchain' has no module '$module'"
    grep -qa "$linux_triple" "$file" ||
      fail "the module '$module' of the toolchain does not name the system it is for"
    mkdir -p "$folder.partial/$module.swiftmodule"
    LC_ALL=C sed "s/$linux_triple/$to/g" "$file" \
      >"$folder.partial/$module.swiftmodule/$(module_file "$system").swiftmodule"
  done
  # C's library by Apple's name, so that what is for Darwin is compiled.
  mkdir "$folder.partial/Darwin.swiftmodule"
  {
    interface_head Darwin "$system"
    echo "@_exported import Glibc"
  } >"$folder.partial/Darwin.swiftmodule/$(module_file "$system").swiftinterface"
  # Text, which the compiler compiles when it is imported.
  file="$work/toolchain/linux/Testing.swiftmodule/$linux_triple.swiftinterface"
  [ -e "$file" ] || fail "the toolchain in '$toolchain' has no interface of 'Testing'"
  mkdir "$folder.partial/Testing.swiftmodule"
  sed -e "s/$linux_triple/$(triple "$system" "$(lowest "$system")")/" \
    -e 's/^\/\/ swift-module-flags: /&-disable-availability-checking /' "$file" \
    >"$folder.partial/Testing.swiftmodule/$(module_file "$system").swiftinterface"
  mv "$folder.partial" "$folder"
}

lowest() { if [ "$1" = macos ]; then echo "$lowest_macos"; else echo "$lowest_ios"; fi; }

# MARK: The declared frameworks

# declare_framework SYSTEM SDK MODULE FOLDER HEAD: a textual interface of the files in FOLDER, whose
# declarations need no bodies. Its enums may get further cases, as those of the frameworks may.
declare_framework() {
  local system="$1" sdk="$2" module="$3" file files
  files=("$interface/$4"/*.swift)
  [ -e "${files[0]}" ] || fail "'$interface/$4' declares nothing"
  mkdir -p "$work/$system/sdk$sdk/$module.swiftmodule"
  {
    interface_head "$module" "$system" -disable-objc-attr-requires-foundation-module -D "SDK$sdk"
    echo "$5"
    for file in "${files[@]}"; do
      # A mistake is told at its place in the file.
      echo "#sourceLocation(file: \"$file\", line: 1)"
      cat "$file"
    done
  } >"$work/$system/sdk$sdk/interface"
  local to="$work/$system/sdk$sdk/$module.swiftmodule/$(module_file "$system").swiftinterface"
  # The date of an unchanged one decides whether it is compiled anew.
  cmp -s "$work/$system/sdk$sdk/interface" "$to" || mv "$work/$system/sdk$sdk/interface" "$to"
}

# MARK: Type-checking

# Prints the errors and warnings of a compilation. What only Linux says of its Foundation is left out.
# compile FLAGS...
compile() {
  local output status=0 lines
  output="$(swiftc "${common[@]}" "$@" 2>&1)" || status=$?
  lines="$(grep -E '(^|: )(error|warning): ' <<<"$output" |
    grep -v 'swift-corelibs-foundation' || true)"
  if [ -n "$lines" ]; then echo "$lines"; fi
  [ "$status" = 0 ] || [ -n "$lines" ] || echo "$output"
  [ "$status" = 0 ] && [ -z "$lines" ]
}

# Sources that the compiler reads in the same order each time.
swift_files() { find "$1" -name '*.swift' | LC_ALL=C sort; }

# Flags for a target that imports no framework of Apple's, but for the Objective-C, without which the
# standard library needs no types that the one for Linux lacks. library_flags SYSTEM [VERSION]
library_flags() {
  library=("${language[@]}" -target "$(triple "$1" "${2:-$(lowest "$1")}")"
    -plugin-path "$work/toolchain/host/plugins"
    -I "$work/$1/libraries" -I "$work/$1/toolchain")
}

# The targets in FOLDERS as modules of the lowest SYSTEM. What is in a function's body is looked at by
# 'tools/check-availability'. What didn't change is kept. compile_libraries SYSTEM FOLDERS...
compile_libraries() {
  local system="$1" folder="$work/$1/libraries" source module stamp="" library files
  library_flags "$system"
  mkdir -p "$folder"
  for source in "${@:2}"; do
    module="$(basename "$source")"
    mapfile -t files < <(swift_files "$source")
    [ "${#files[@]}" -gt 0 ] || fail "'$source' has no Swift files"
    stamp="$(cat "${files[@]}" <(echo "$stamp" "${library[@]}" "${files[@]}") | cksum)"
    [ "$(cat "$folder/$module.stamp" 2>/dev/null)" != "$stamp" ] || continue
    rm -f "$folder/$module.stamp"
    compile -emit-module -wmo -o "$folder/$module.swiftmodule" -module-name "$module" \
      -parse-as-library -enable-testing -Xfrontend -disable-objc-interop \
      -Xfrontend -experimental-skip-all-function-bodies "${library[@]}" "${files[@]}" ||
      fail "'$module' does not compile for $system $(lowest "$system")"
    echo "$stamp" >"$folder/$module.stamp"
  done
}

# Flags for what imports the frameworks of an SDK. apple_flags SYSTEM VERSION SDK
apple_flags() {
  apple=("${language[@]}" -target "$(triple "$1" "$2")" -parse-as-library
    -Xfrontend -disable-objc-attr-requires-foundation-module
    -Xfrontend -import-module -Xfrontend AppleFoundation
    -plugin-path "$work/toolchain/host/plugins"
    -I "$work/$1/sdk$3" -I "$work/$1/libraries" -I "$work/$1/toolchain")
}

# The frameworks of both SDKs. declare_frameworks SYSTEM
declare_frameworks() {
  local sdk
  for sdk in 16 26; do
    declare_framework "$1" "$sdk" AppleFoundation Foundation ""
    declare_framework "$1" "$sdk" CoreData CoreData "import AppleFoundation"
    declare_framework "$1" "$sdk" SwiftData SwiftData ""
  done
}
