#!/bin/sh
# Near-duplicate sets and pages on Hadoop Streaming: runs the verbs of `neardup mr` as its jobs.
#
#     neardup-hadoop.sh --bundle mr.mjs --streaming hadoop-streaming.jar --out DIR SETS...
#     neardup-hadoop.sh --bundle mr.mjs --streaming hadoop-streaming.jar --out DIR --pages DUMPS...
#
# The bundle is the file dist/mr.mjs of the npm package; workers need `node` (20.19 or newer) and nothing else, this machine
# `hadoop` beside it. SETS and DUMPS are paths that workers can read. DIR is in Hadoop's file system: DIR/pairs or DIR/clusters is the result, and
# DIR/stages what the stages wrote; a run that was interrupted goes on with those that are finished. Of pages the stages decide, and
# `neardup mr decide` makes the files of results of them, by the call that is told at the end.
#
# Every process ends what it writes by a trailer with the number and a checksum of its lines, and of those that it has read.
# A stage counts only when its processes have read all lines that the stages before it wrote: Hadoop takes a mapper that
# does not read its input for a success.
#
# HADOOP_JOB_OPTIONS is put into each job, such as "-D mapreduce.map.memory.mb=2048".
set -eu

bundle='' streaming='' out='' parts=64 node=node memory=256MB
# Keys that tell where a range of them ends: on the average, ranges differ by a tenth.
SAMPLED_OF_RANGE=100
similarity=jaccard threshold=0.8 method=prefix recall='' tables='' temp='' result=pairs cluster=representative
# Of pages, as in neardup dedup.
keep=first siteModel=on identity=on shaping='' allowEmpty=''
# Walls show further walls seldom, and those hardly ever more.
MOST_WALL_ROUNDS=4
# What a process of a stage reads at most: many small files are one of these, not a process each.
SPLIT_BYTES=134217728
# So much is read here sooner than a job is started that reads it.
FEW_BYTES=100000000

fail() {
  echo "neardup: $*" >&2
  exit 1
}

usage() {
  sed -n '2,/^set /{/^set /!s/^# \{0,1\}//p}' "$0"
  echo 'Options: --parts N (64), --similarity S (jaccard), --threshold T (0.8), --method prefix|lsh|simhash, --recall R, --tables N, --memory SIZE'
  echo '(256MB, of a node process beside its own 80 MB), --node PROGRAM (node, on the workers and here);'
  echo '--temp SIZE: of all disks of workers together, such as 500GB: a join that is expected to take more is refused (any);'
  echo '--clusters: DIR/clusters instead of DIR/pairs, by --cluster representative|components'
  echo '--pages: INPUTs are dumps of pages; with --keep, --cluster, --site-model, --identity, --gram, --extract, --field, --multiset, --allow-empty as in neardup dedup'
}

while [ $# -gt 0 ]; do
  case $1 in
    --help) usage && exit 0 ;;
    --clusters) result=clusters && shift ;;
    --pages) result=pages && shift ;;
    --multiset) shaping="$shaping $1" && shift ;;
    --allow-empty) allowEmpty=" $1" && shift ;;
    --bundle | --streaming | --out | --parts | --node | --memory | --similarity | --threshold | --method | --recall | --tables | --temp | --cluster | --keep | --identity | --site-model | --gram | --extract | --field)
      [ $# -gt 1 ] || fail "$1: expected a value behind it; got none"
      case $1 in
        --gram | --extract | --field) shaping="$shaping $1 $2" ;;
        --site-model) siteModel=$2 ;;
        *) eval "${1#--}=\$2" ;;
      esac
      shift 2
      ;;
    --) shift && break ;;
    -*) fail "$1: there is no such option" ;;
    *) break ;;
  esac
done
[ -n "$bundle" ] && [ -n "$streaming" ] && [ -n "$out" ] && [ $# -gt 0 ] ||
  fail 'expected --bundle FILE --streaming JAR --out DIR SETS...; see --help'

local=$(mktemp -d)
trap 'rm -rf "$local"' EXIT
# How pairs are proposed; the default is not told.
proposing="${recall:+ --recall $recall}${tables:+ --tables $tables}"
[ "$method" = prefix ] || proposing=" --method $method$proposing"
# Names count by the site model alone: mr decide refuses them without.
[ "$siteModel" = on ] || identity=off
# Processes on workers run in folders of their own.
for input in "$@"; do
  shift
  case $input in /*) ;; *) input=$PWD/$input ;; esac
  set -- "$@" "$input"
done

# A copy is the same for all stages, even where a newer one is installed meanwhile, and has no blank in its path, which -files refuses.
shipped=mr.mjs
cp "$bundle" "$local/$shipped" || fail "cannot read $bundle (--bundle)"
bundle=$local/$shipped
# Names the run: the same for the same bundle, options and inputs, of which those that are here may have changed.
run=$({ cat "$bundle" && printf '%s\n' "$parts" "$memory" "$similarity" "$threshold" "$method" "$recall" "$tables" "$cluster" "$result $keep $siteModel $identity$shaping" "$@" && { LC_ALL=C ls -lnLR "$@" 2>/dev/null || :; }; } | cksum | cut -d ' ' -f 1)
tab=$(printf '\t')

mr() {
  "$node" "$bundle" "$@"
}

# What the last stages would refuse is refused before the first.
[ "$result" != pages ] || mr plan --lines --decide ids --round 1 --similarity "$similarity" --threshold "$threshold" \
  --site-model "$siteModel" --identity "$identity" --keep "$keep" --cluster "$cluster" >"$local/plan" || exit 1

# What a finished stage has told: LINES:CHECKSUM of what it wrote, the tokens of its sets, of a round how many were unsettled, templates, and
# of a round how many walls were new, sets, hosts, pages. Nothing of one to be done.
told() {
  sed -n "s/^$1 //p" "$local/told"
}

# job NAME REDUCES OPTION...: one job of Hadoop Streaming; -D and -files come before its other options. Lines are keys, so that they are sorted as a whole, by their bytes,
# and divided by their second field.
job() {
  made=$1 reduces=$2
  shift 2
  case " $* " in
    *' -inputformat '*) ;;
    *) set -- "$@" -inputformat org.apache.hadoop.mapred.lib.CombineTextInputFormat ;;
  esac
  # shellcheck disable=SC2086
  hadoop jar "$streaming" \
    -D "mapreduce.job.name=neardup $made" -D "mapreduce.job.reduces=$reduces" \
    -D stream.map.output=keyonlytext -D stream.reduce.input=keyonlytext -D stream.reduce.output=keyonlytext \
    -D mapreduce.partition.keypartitioner.options=-k2,2 \
    -D stream.map.input.ignoreKey=true -D "mapreduce.input.fileinputformat.split.maxsize=$SPLIT_BYTES" \
    ${HADOOP_JOB_OPTIONS-} "$@" -output "$out/stages/$made" >"$local/log" 2>&1 || failed "$made"
}

# hdfs ARGUMENT...: `hadoop fs`, which tells in one line why it could not.
hdfs() {
  hadoop fs "$@" 2>"$local/said" || fail "hadoop fs $1 $out: $(grep -E '^Caused by: |^[a-z]+: ' "$local/said" | tail -n 1)"
}

# A stage that failed, in one line: with what a process has said where its log can be had, else with what Hadoop names as the cause.
failed() {
  application=$(grep -o 'application_[0-9_]*' "$local/log" | head -n 1 || :)
  if [ -n "$application" ] && command -v yarn >/dev/null; then
    yarn logs -applicationId "$application" -log_files stderr >>"$local/log" 2>/dev/null || :
  fi
  for kind in '^neardup: ' '^SyntaxError: ' 'No space left' '^Caused by: ' 'Exception|Error|ERROR'; do
    said=$(grep -m 1 -E "$kind" "$local/log") && break
  done
  case $said in
    SyntaxError*) said="$said (is that Node 20.19 or newer?)" ;;
    *'failed with code 127') said="$said (is there $node on all workers?)" ;;
  esac
  fail "stage $1: its job has failed: $said"
}

# gather NAME STAGE COMMAND: the lines that a command makes of those of a stage, in the file $local/gathered: here where they are few, by a job NAME otherwise.
gather() {
  bytes=$(hadoop fs -du -s "$out/stages/$2" | awk '{ print $1 }')
  if [ "$bytes" -le "$FEW_BYTES" ]; then
    # The command is called as a job calls it; a pipe does not tell that its first program has failed.
    { hadoop fs -cat "$out/stages/$2/part-*" || touch "$local/unread"; } | (cd "$local" && $3) >"$local/gathered" || touch "$local/unread"
    [ ! -e "$local/unread" ] || fail "stage $2: cannot read what it has written"
  else
    job "$1" 0 -files "$bundle" -input "$out/stages/$2" -mapper "$3"
    hdfs -cat "$out/stages/$1/part-*" >"$local/gathered"
  fi
}

# check NAME EXPECTED...: holds what the processes of a stage have read against what was written for them.
check() {
  checked=$1
  shift
  gather "$checked.trailers" "$checked" "$node $shipped trailers"
  tally=$(mr tally --run "$run" "$@" <"$local/gathered") || fail "stage $checked has not done all of its work"
  echo "$checked $tally" | tee -a "$local/told" >"$local/$checked"
  hdfs -put -f "$local/$checked" "$out/stages/told.$run/$checked"
  cat "$local/$checked" >&2
}

# stages FILE: runs the stages of a plan, one after the other; passes over those that are finished.
stages() {
  while IFS=$tab read -r name call reads sorted heavy <&3; do
    if [ -n "$(told "$name")" ]; then
      echo "$name: of the earlier run" >&2
      continue
    fi
    files=$bundle
    if [ "$heavy" != - ]; then
      hdfs -cat "$out/stages/$heavy/part-*" >"$local/heavy.lines"
      files=$bundle,$local/heavy.lines
      call="$call --heavy heavy.lines"
    fi
    call="$node $shipped $call --partition --run $run"
    set -- -files "$files"
    expected=''
    for read in $reads; do
      set -- "$@" -input "$out/stages/$read"
      expected="$expected --expect $(told "$read" | cut -d ' ' -f 1)"
    done
    if [ "$sorted" = sorted ]; then
      job "$name" "$parts" "$@" -mapper cat -reducer "$call" \
        -partitioner org.apache.hadoop.mapred.lib.KeyFieldBasedPartitioner
    else
      job "$name" 0 "$@" -mapper "$call"
    fi
    # shellcheck disable=SC2086
    check "$name" $expected
  done 3<"$1"
}

# What is left of stages that are to be done again goes first: Hadoop writes over nothing.
hdfs -mkdir -p "$out/stages/told.$run"
hadoop fs -cat "$out/stages/told.$run/*" >"$local/told" 2>/dev/null || :
hdfs -ls -C "$out/stages" >"$local/there"
clear() {
  set --
  while read -r path; do
    stage=${path##*/}
    case $stage in told.* | call.*) continue ;; esac
    [ -n "$(told "$stage")" ] || set -- "$@" "$out/stages/$stage"
  done <"$local/there"
  [ $# = 0 ] || hdfs -rm -r -f "$@" >/dev/null
}
clear

# planned OPTION...: runs the stages that the bundle itself tells: name, call, what it reads, whether that is sorted, what it needs beside.
planned() {
  mr plan --lines "$@" >"$local/plan" || fail 'cannot plan'
  stages "$local/plan"
}

# join PREFIX OPTION...: the stages of a join, whose names begin with a prefix.
join() {
  tokens=$(told "$1sets" | cut -d ' ' -f 2)
  prefix=$1
  shift
  matching="--similarity $similarity --threshold $threshold$proposing --parts $parts ${prefix:+$twoSites}"
  [ -n "$(told "${prefix}collapse")" ] || estimate
  # shellcheck disable=SC2086
  planned --tokens "${tokens:-0}" --memory "$memory" ${prefix:+--prefix "$prefix"} $matching "$@"
}

# Says what a join is expected to take, by a sample of its sets, before it begins; refuses what does not fit into --temp.
estimate() {
  sets=$(told "${prefix}sets" | cut -d ' ' -f 6)
  planned --estimate ${prefix:+--prefix "$prefix"} --sets "${sets:-0}" --tokens "${tokens:-0}"
  hdfs -cat "$out/stages/${prefix}sampled/part-*" >"$local/sampled"
  # shellcheck disable=SC2086
  mr estimate $matching ${temp:+--temp "$temp"} --sets "${sets:-0}" <"$local/sampled" >&2 || exit 1
}

# Rounds to components, until all sets are linked to the first one of theirs and to nothing else; their number is $round.
components() {
  round=0 left=''
  while [ "$left" != 0 ]; do
    round=$((round + 1))
    mr plan --lines --round "$round" >"$local/round"
    sed 1q "$local/round" >"$local/plan"
    stages "$local/plan"
    left=$(told "large-star-$round" | cut -d ' ' -f 3)
    if [ "$left" != 0 ]; then
      sed 1d "$local/round" >"$local/plan"
      stages "$local/plan"
    fi
  done
}

# decide: the stages from the sets of pages to decisions.
decide() {
  twoSites=
  planned --pages --names --site-model "$siteModel" --memory "$memory"
  join ''
  set -- --similarity "$similarity" --threshold "$threshold" --site-model "$siteModel" --identity "$identity" \
    --keep "$keep" --cluster "$cluster"
  # mr decide refuses others
  # shellcheck disable=SC2086
  printf '%s\n' "$@" $proposing $shaping >"$local/call"
  hdfs -put -f "$local/call" "$out/stages/call.$run"
  ids=0 left=''
  while [ "$left" != 0 ]; do
    ids=$((ids + 1))
    planned --decide ids --round "$ids" "$@"
    left=$(told "ids-$ids" | cut -d ' ' -f 3)
  done
  # Without a template the two sets of each page are the same.
  if [ "$(told content-sets | cut -d ' ' -f 4)" -gt 0 ] 2>/dev/null; then
    [ "$(told content-sets | cut -d ' ' -f 7)" -le 1 ] || twoSites=--two-sites
    join content-
    # shellcheck disable=SC2086
    planned --decide judge --id-rounds "$ids" --templates $twoSites "$@"
  else
    planned --decide judge --id-rounds "$ids" "$@"
  fi
  components
  planned --decide cluster --rounds "$round" --id-rounds "$ids" "$@"
  walls=0 found=1
  while [ "$siteModel" = on ] && [ "$found" != 0 ] && [ "$walls" -lt "$MOST_WALL_ROUNDS" ]; do
    walls=$((walls + 1))
    planned --decide walls --round "$walls" "$@"
    found=$(told "wall-verdicts-$walls" | cut -d ' ' -f 5)
  done
  planned --decide decisions --rounds "$walls" --id-rounds "$ids" "$@"
  echo "to write the files of results, of a copy of $out/stages: neardup mr decide STAGES --run $run --out RESULT --decide stages $*$proposing$shaping$allowEmpty" >&2
}

# An input that is, or contains, another one would be read twice. Behind a folder come all that are in it.
printf '%s/\n' "$@" | LC_ALL=C sort >"$local/once"
twice=$(awk 'NR > 1 && index($0, last) == 1 { print; exit } { last = $0 }' "$local/once")
[ -z "$twice" ] || fail "expected each input once; got ${twice%/} again, or in a folder that is an input"

# Reads the inputs, a process for each.
source=sets reading=sets
[ "$result" != pages ] || source=pages reading="grams$shaping"
if [ -z "$(told $source)" ]; then
  number=0
  for input in "$@"; do
    printf '%s\t%s\n' "$number" "$input"
    number=$((number + 1))
  done >"$local/inputs"
  hdfs -put -f "$local/inputs" "$out/stages/inputs"
  job $source 0 -D mapreduce.input.lineinputformat.linespermap=1 \
    -files "$bundle" -inputformat org.apache.hadoop.mapred.lib.NLineInputFormat \
    -input "$out/stages/inputs" -mapper "$node $shipped $reading --listed --run $run"
  check $source --expect 0:0
fi
[ "$result" != pages ] || [ -n "$allowEmpty" ] || [ "$(told pages | cut -d ' ' -f 8)" != 0 ] ||
  fail 'expected a page in the inputs; got none: if that may be, say --allow-empty'

case $result in
  pages)
    decide
    exit 0
    ;;
  pairs) join '' ;;
  clusters)
    join '' --clusters
    components
    planned --rounds "$round" --similarity "$similarity" --threshold "$threshold" --cluster "$cluster"
    ;;
esac

# Each reducer has the lines of a range of keys, so that what they write is the result, one part file behind the other. A key is in
# one range: ranges begin behind the key of some line.
last=$(tail -n 1 "$local/plan" | cut -f 1)
lines=$(told "$last" | cut -d : -f 1)
gather "$result.keys" "$last" "$node $shipped sample-keys --every $((lines / (SAMPLED_OF_RANGE * parts) + 1))"
LC_ALL=C sort "$local/gathered" >"$local/keys"
sampled=$(wc -l <"$local/keys")
awk -v lines="$sampled" -v parts="$parts" 'NR > last * lines / parts { if (NR > 1) print; last++ }' "$local/keys" |
  LC_ALL=C sort -u >"$local/ranges"
ranges=$(($(wc -l <"$local/ranges") + 1))
if [ "$ranges" = 1 ]; then
  set --
else
  hdfs -put -f "$local/ranges" "$out/stages/$result.ranges.txt"
  job "$result.ranges" 1 -input "$out/stages/$result.ranges.txt" -mapper cat -reducer cat \
    -outputformat org.apache.hadoop.mapred.SequenceFileOutputFormat
  set -- -D "mapreduce.totalorderpartitioner.path=$out/stages/$result.ranges/part-00000"
fi
job "$result" "$ranges" "$@" -files "$bundle" -input "$out/stages/$last" \
  -mapper cat -reducer "$node $shipped pairs --partition --run $run" \
  ${1+-partitioner org.apache.hadoop.mapred.lib.TotalOrderPartitioner}
# What is printed has no trailer.
gather "$result.counted" "$result" 'wc -l'
printed=$(awk '{ sum += $1 } END { print sum + 0 }' "$local/gathered")
[ "$printed" = "$lines" ] || fail "stage $result: expected $lines lines; its processes have written $printed"
hdfs -rm -r -f "$out/$result" >/dev/null
hdfs -mv "$out/stages/$result" "$out/$result"
