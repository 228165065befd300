# What the measuring scripts share: sourced by them from this folder, after `work` is set.

echo "building in release mode" >&2
swift build -c release >&2
clang -O2 -Wall reference.c -lsqlite3 -o "$work/reference"
bench="$(swift build -c release --show-bin-path)/StoreBench"

# Appends user, system and passed seconds of a command to $work/NAME.times. What it prints is in
# NAME.output; GoldenStore's peak memory in KiB, which it tells on stderr, is added to NAME.peaks.
TIMEFORMAT='%U %S %R'
measure() { # name, command…
  local name="$1"
  shift
  { time "$@" >"$work/$name.output" 2>"$work/$name.notes"; } 2>>"$work/$name.times" || {
    cat "$work/$name.notes" >&2
    exit 1
  }
  cat "$work/$name.notes" >>"$work/$name.peaks"
}
peak() { cat "$work"/*.g.peaks | sort -n | tail -1; }

missed=0
# Prints the figures of pairs of runs and their ratios; by default those of C and of GoldenStore.
report() { # name, target of the ratio of CPU, [name of the reference, of what is measured]
  local reference="${3:-C}" measured="${4:-GoldenStore}" name="$1" first second
  first="$work/$name.c.times" second="$work/$name.g.times"
  if [ $# -gt 2 ]; then first="$work/$3.g.times" second="$work/$4.g.times"; fi
  paste "$first" "$second" | awk -v name="$1" -v target="$2" -v reference="$reference" \
    -v measured="$measured" '
    function sorted(values, count,   i, j, v) {
      for (i = 2; i <= count; i++) {
        v = values[i]
        for (j = i - 1; j > 0 && values[j] > v; j--) values[j + 1] = values[j]
        values[j + 1] = v
      }
    }
    # The clock counts thousandths, and the shortest runs may take none.
    function over(a, b) { return (a + 0.0005) / (b + 0.0005) }
    function median(values, count) {
      sorted(values, count)
      return count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
    }
    function text(values, count, format,   m) {
      m = median(values, count)
      return sprintf(format " (" format " to " format ")", m, values[1], values[count])
    }
    {
      c[NR] = $1 + $2; g[NR] = $4 + $5; ratio[NR] = over(g[NR], c[NR])
      ct[NR] = $3; gt[NR] = $6; time[NR] = over(gt[NR], ct[NR])
    }
    END {
      printf "%-8s %s %s, %s %s\n", name, reference, text(c, NR, "%.3f"), measured, \
        text(g, NR, "%.3f")
      printf "%-8s ratio of CPU %s, target %s\n", "", text(ratio, NR, "%.2f"), target
      printf "%-8s %s %s, %s %s passed\n", "", reference, text(ct, NR, "%.3f"), measured, \
        text(gt, NR, "%.3f")
      printf "%-8s ratio of time %s\n", "", text(time, NR, "%.2f")
      exit !(target == "none" || median(ratio, NR) <= target)
    }' || missed=1
}
