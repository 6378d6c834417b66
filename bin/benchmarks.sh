# For bin/soak and bin/giga-bench: builds the module benchmarks if sources are newer, and runs a class of it.
# The script that reads this file has set: tool, its name; main, the class; java_options, an array.

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd -P)
built=$root/target/benchmarks
modules=(tablefs giga-client giga-server benchmarks)

say() { echo "$tool: $*" >&2; }
fail() { say "$*"; exit 1; }

java=java
if [[ -n ${JAVA_HOME:-} ]]; then
  java=$JAVA_HOME/bin/java
fi
command -v "$java" > /dev/null || fail "no Java found: install JDK 17 or later and set JAVA_HOME, or put it on the PATH"

is_fresh() {
  [[ -s $built/classpath && $(< "$built/classpath") == "$built"/* ]] || return 1
  (cd "$root" && [[ -z $(find pom.xml .mvn "${modules[@]/%//pom.xml}" "${modules[@]/%//src/main}" -newer "$built/classpath" -print -quit) ]])
}

# What runs keeps its classes whatever Maven does meanwhile: each build is a copy in a folder of its own.
build() {
  local log=$root/target/benchmarks.log stage module entries= folder
  mkdir -p "$built"
  touch "$built/begun"
  say "building (log: $log)"
  (cd "$root" && ./mvnw -B -ntp -Dquick -pl benchmarks -am package dependency:build-classpath \
    -DincludeScope=runtime -Dmdep.outputFile=target/runtime.classpath) > "$log" 2>&1 < /dev/null \
    || { grep ERROR "$log" | head -n 20 >&2; fail "the build failed; all of its output is in $log"; }
  stage=$built/$(date +%Y%m%d-%H%M%S)-$$
  mkdir -p "$stage"
  for module in "${modules[@]}"; do
    cp "$root/$module/target/$module.jar" "$stage/"
    entries+=$stage/$module.jar:
  done
  echo "$entries$(tr ':' '\n' < "$root/benchmarks/target/runtime.classpath" | grep -v "^$root/" | paste -sd:)" > "$built/classpath.new"
  touch -r "$built/begun" "$built/classpath.new"
  mv "$built/classpath.new" "$built/classpath"
  # shellcheck disable=SC2012 # the names are our own
  for folder in $(ls -1d "$built"/2* | sort -r | tail -n +4); do
    rm -rf "$folder"
  done
}

# Replaces this shell: arguments are those of the class.
run() {
  is_fresh || build
  # shellcheck disable=SC2086 # options are words
  exec "$java" "${java_options[@]}" ${GIGA_JAVA_OPTS:-} -cp "$(< "$built/classpath")" "$main" "$@"
}
