"""Near-duplicate sets and pages on Spark: runs the verbs of `neardup mr` as its stages.

    spark-submit neardup_spark.py --bundle mr.mjs --out DIR SETS...
    spark-submit neardup_spark.py --bundle mr.mjs --out DIR --pages DUMPS...

The bundle is the file dist/mr.mjs of the npm package; workers need `node` (20.19 or newer) and nothing else. SETS and DUMPS
are paths that workers can read. DIR is a path of any file system that Spark writes to: DIR/stages is what the stages wrote,
and a run that was interrupted goes on with those that are finished. Of sets DIR/pairs or DIR/clusters is the result, in the order of its
part files; of pages `neardup mr decide` makes it of the stages, by the call that is told at the end, and
`--decide stages` leaves DIR/decisions, DIR/clusters, DIR/pairs and DIR/alike besides.

Every process ends what it writes by a trailer with the number and a checksum of its lines, and of those that it has read. A
stage counts only when its processes have read all lines that the stages before it wrote, to the byte: what an engine loses
in silence ends the run here.
"""

import argparse
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

MODULUS = 1 << 64
TRAILER = "mr1\t~\t"
TRAILER_FIELDS = 10
# Walls show further walls seldom, and those hardly ever more.
MOST_WALL_ROUNDS = 4


def main():
    options = parse_arguments()
    spark = (
        SparkSession.builder.appName("neardup")
        # Partitions are as many as asked for, and a key is in one of them.
        .config("spark.sql.adaptive.enabled", "false")
        .config("spark.sql.shuffle.partitions", str(options.parts))
        .getOrCreate()
    )
    try:
        Run(spark, options).run()
    except StageFailure as failure:
        sys.exit(f"neardup: {failure}")
    finally:
        spark.stop()


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+", metavar="INPUT")
    parser.add_argument("--pages", action="store_true", help="INPUTs are dumps of pages, not sets")
    parser.add_argument("--bundle", required=True, help="the file mr.mjs of the npm package")
    parser.add_argument("--out", required=True)
    parser.add_argument("--similarity", default="jaccard")
    parser.add_argument("--threshold", default="0.8")
    parser.add_argument("--method", default="prefix", help="prefix: all pairs; lsh: most of them, by fewer postings; simhash: nearly equal ones")
    parser.add_argument("--recall", help="of lsh: probability to find a pair right at the threshold (0.99)")
    parser.add_argument("--tables", help="of simhash: 4, 10 or 16 permuted tables (10)")
    parser.add_argument("--clusters", action="store_true", help="of sets: DIR/clusters instead of DIR/pairs")
    parser.add_argument("--cluster", default="representative", help="with --clusters, and of pages: representative, components")
    parser.add_argument("--keep", default="first", help="of pages: which page of a cluster stays, as in neardup dedup")
    parser.add_argument("--site-model", default="on", help="of pages: on, off")
    parser.add_argument("--identity", default="on", help="of pages: on, off")
    parser.add_argument("--decide", default="process", choices=("process", "stages"), help="of pages: process, by neardup mr decide behind this; stages: DIR/decisions, clusters, pairs, alike")
    for name in ("gram", "extract", "field"):
        parser.add_argument(f"--{name}", help="of pages, as in neardup dedup")
    for name in ("multiset", "allow-empty"):
        parser.add_argument(f"--{name}", action="store_true", help="of pages, as in neardup dedup")
    parser.add_argument("--parts", type=int, default=64, help="partitions of each shuffle: 128 MB each are good")
    parser.add_argument("--memory", default="256MB", help="of a node process, beside its own 80 MB")
    parser.add_argument("--temp", help="of all workers' disks together, such as 500GB: a join that is expected to take more is refused (any)")
    parser.add_argument("--node", default="node", help="the program on the workers")
    return parser.parse_args()


class StageFailure(Exception):
    """A stage that has not done all of its work."""


class Run:
    def __init__(self, spark, options):
        self.spark = spark
        self.options = options
        # Processes on workers run in folders of their own.
        options.inputs = [os.path.abspath(path) for path in options.inputs]
        check_once(options.inputs)
        self.bundle = options.bundle.rsplit("/", 1)[-1]
        self.doing = "before the first stage"
        try:
            with open(options.bundle, "rb") as bundle:
                code = bundle.read()
        except OSError as error:
            raise StageFailure(f"cannot read {options.bundle} (--bundle): {error.strerror}") from error
        deciding = [[[path, *state_of(path)] for path in options.inputs], options.similarity, options.threshold, options.method, options.recall, options.tables, options.cluster]
        deciding += [options.parts, options.memory, options.pages, options.site_model, self.shaping()]
        deciding += [options.identity, options.decide, options.keep]
        self.name = hashlib.sha256(code + json.dumps(deciding).encode()).hexdigest()[:8]
        self.told = {}
        # Gone with the process; engines read it until then.
        self.local = tempfile.TemporaryDirectory(prefix="neardup-spark-")

    def run(self):
        try:
            self.spark.sparkContext.addFile(self.options.bundle)
            if self.options.pages:
                self.run_pages()
            else:
                self.run_sets()
        except (Py4JError, PySparkException, OSError) as error:
            raise StageFailure(f"{self.doing}: {last_words(error)}") from error

    def run_sets(self):
        self.source("sets", ["sets", "--listed"])
        if self.options.clusters:
            self.clusters()
        else:
            self.join("")
            self.write_in_order("pairs", "found", "f")

    def clusters(self):
        self.join("", ["--clusters"])
        similar = ["--similarity", self.options.similarity, "--threshold", self.options.threshold]
        rounds = self.components()
        for stage in self.plan(["--rounds", str(rounds), "--cluster", self.options.cluster, *similar]):
            self.stage(stage)
        self.write_in_order("clusters", "members", "m")

    def components(self):
        """Rounds until each set is linked to the first of its component; their number."""
        rounds = 0
        unsettled = None
        while unsettled != 0:
            rounds += 1
            large, small = self.plan(["--round", str(rounds)])
            self.stage(large)
            unsettled = self.told[large["name"]]["counters"]["unsettled"]
            if unsettled != 0:
                self.stage(small)
        return rounds

    def run_pages(self):
        # What the last stages would refuse is refused before the first.
        self.plan(["--decide", "ids", "--round", "1", *self.deciding()])
        self.source("pages", ["grams", "--listed", *self.shaping()])
        if self.told["pages"]["counters"].get("pages", 0) == 0 and not self.options.allow_empty:
            raise StageFailure("expected a page in the inputs; got none: if that may be, say --allow-empty")
        by_stages = self.options.decide == "stages"
        more = ["--names"] if by_stages else []
        for stage in self.plan(["--pages", *more, "--site-model", self.options.site_model, "--memory", self.options.memory]):
            self.stage(stage)
        self.join("")
        # Without a template the two sets of each page are the same.
        counters = self.told.get("content-sets", {"counters": {}})["counters"]
        two_sites = ["--two-sites"] if counters.get("hosts", 0) > 1 else []
        has_templates = counters.get("templates", 0) > 0
        if has_templates:
            self.join("content-", two_sites=two_sites)
        if by_stages:
            self.decide(["--templates", *two_sites] if has_templates else [])
        stages = f"{self.options.out.removeprefix('file://')}/stages"
        decide = ["neardup", "mr", "decide", stages, "--run", self.name, "--out", "RESULT"]
        call = [*self.deciding(), *self.proposing(), *self.shaping()]
        # mr decide refuses others
        self.put(self.path(f"call.{self.name}"), "\n".join(call))
        decide += call
        decide += ["--allow-empty"] if self.options.allow_empty else []
        decide += ["--decide", self.options.decide]
        print(f"to decide, where that is a local folder: {' '.join(map(shlex.quote, decide))}", file=sys.stderr)

    def decide(self, parts):
        """The stages behind pairs of pages, to the files of results."""
        call = self.deciding()

        def step(name, *more):
            for stage in self.plan(["--decide", name, *call, *more]):
                self.stage(stage)

        ids = 0
        unsettled = None
        while unsettled != 0:
            ids += 1
            step("ids", "--round", str(ids))
            unsettled = self.told[f"ids-{ids}"]["counters"]["unsettled"]
        call += ["--id-rounds", str(ids)]
        step("judge", *parts)
        step("cluster", "--rounds", str(self.components()))
        walls = 0
        if self.options.site_model == "on":
            found = 1
            while found > 0 and walls < MOST_WALL_ROUNDS:
                walls += 1
                step("walls", "--round", str(walls))
                found = self.told[f"wall-verdicts-{walls}"]["counters"]["walls"]
        step("decisions", "--rounds", str(walls))
        self.print_in_order("decisions", ["decisions"], "Z")
        self.print_in_order("clusters", ["kept-second"], "E")
        self.print_in_order("pairs", ["judge-second", "places-second"], "U")
        self.print_in_order("alike", ["judge-second", "places-second"], "K")

    def deciding(self):
        """How pages are decided, as options of `neardup`."""
        options = self.options
        call = ["--similarity", options.similarity, "--threshold", options.threshold]
        # names count by the site model alone: mr decide refuses them without
        identity = options.identity if options.site_model == "on" else "off"
        call += ["--site-model", options.site_model, "--identity", identity]
        return call + ["--keep", options.keep, "--cluster", options.cluster]

    def proposing(self):
        """How pairs are proposed, as options of `neardup`; those of the default are not told."""
        options = self.options
        call = [] if options.method == "prefix" else ["--method", options.method]
        return call + (["--recall", options.recall] if options.recall else []) + (["--tables", options.tables] if options.tables else [])

    def print_in_order(self, result, stages, tag):
        """A file of results as `mr print` makes it, in the order of the part files; the lines of a key are in one of them."""
        self.doing = result
        frame = self.spark.read.option("lineSep", "\n").text([self.path(stage) for stage in stages])
        lines = frame.filter(f"substring_index(substring_index(value, '\t', 3), '\t', -1) = '{tag}'")
        key = lines.selectExpr("value", "substring_index(value, '\t', 2) AS key")
        expected = key.select("key").distinct().count() if result == "clusters" else lines.count()
        ordered = key.repartitionByRange(self.options.parts, "key").sortWithinPartitions("value").select("value")
        call = ["print", "--partition", "--file", result, "--similarity", self.options.similarity]
        path = f"{self.options.out}/{result}"
        self.write_to(path, self.through(ordered, call))
        written = self.spark.read.option("lineSep", "\n").text(path).count()
        if written != expected:
            raise StageFailure(f"{result}: expected {expected} lines; got {written}")

    def shaping(self):
        """How pages become sets, as options of `neardup`."""
        options = vars(self.options)
        valued = [[f"--{name}", options[name]] for name in ("gram", "extract", "field") if options[name]]
        return sum(valued, ["--multiset"] if self.options.multiset else [])

    def join(self, prefix, more=(), two_sites=()):
        """The stages of a join, whose names begin with a prefix."""
        options = self.options
        call = [*more, "--prefix", prefix] if prefix else [*more]
        method = ["--similarity", options.similarity, "--threshold", options.threshold, *self.proposing()]
        method += ["--parts", str(options.parts), *two_sites]
        counters = self.told[f"{prefix}sets"]["counters"]
        sets, tokens = (str(counters.get(name, 0)) for name in ("sets", "tokens"))
        self.estimate(prefix, method, sets, tokens)
        for stage in self.plan(call + method + ["--memory", options.memory, "--tokens", tokens]):
            self.stage(stage)

    def estimate(self, prefix, method, sets, tokens):
        """Says what a join is expected to take, by a sample of its sets, before it begins; refuses what does not fit into --temp."""
        if self.finished(f"{prefix}collapse"):
            return
        [sampled] = self.plan(["--estimate", *(["--prefix", prefix] if prefix else []), "--sets", sets, "--tokens", tokens])
        self.stage(sampled)
        lines = self.spark.read.option("lineSep", "\n").text(self.path(sampled["name"])).collect()
        call = ["estimate", *method, "--sets", sets, *(["--temp", self.options.temp] if self.options.temp else [])]
        print(self.here(call, "".join(f"{line.value}\n" for line in lines)).strip(), file=sys.stderr)

    def plan(self, options):
        """The stages, as the bundle itself tells them."""
        return json.loads(self.here(["plan", *options]))["stages"]

    def here(self, verb, lines=""):
        """What a verb prints on the driver's machine."""
        call = [self.options.node, self.options.bundle, *verb]
        try:
            finished = subprocess.run(call, input=lines, capture_output=True, text=True)
        except OSError as error:
            raise StageFailure(f"the driver's machine cannot run {self.options.node}: {error.strerror}") from error
        if finished.returncode != 0:
            raise StageFailure(finished.stderr.strip().removeprefix("neardup: ") or f"{' '.join(call)}: exit code {finished.returncode}")
        return finished.stdout

    def source(self, name, call):
        """Reads the inputs, a process for each."""
        if self.finished(name):
            return
        rows = [(f"{number}\t{path}",) for number, path in enumerate(self.options.inputs)]
        frame = self.spark.createDataFrame(
            self.spark.sparkContext.parallelize(rows, len(rows)), "value string"
        )
        self.write(name, self.through(frame, call))
        self.check(name, (0, 0))

    def stage(self, stage):
        name = stage["name"]
        if self.finished(name):
            return
        frame = self.spark.read.option("lineSep", "\n").text([self.path(read) for read in stage["reads"]])
        if stage["sorted"]:
            frame.createOrReplaceTempView("unsorted_lines")
            frame = self.spark.sql(
                "SELECT value FROM unsorted_lines DISTRIBUTE BY substring_index(value, '\\t', 2) SORT BY value"
            )
        call = stage["call"] + self.heavy(stage) + ["--partition"]
        self.write(name, self.through(frame, call))
        self.check(name, add(self.told[read]["written"] for read in stage["reads"]))

    def heavy(self, stage):
        """A small stage that every worker of another one needs, sent to all of them."""
        if stage.get("heavy") is None:
            return []
        rows = self.spark.read.option("lineSep", "\n").text(self.path(stage["heavy"])).collect()
        file = tempfile.NamedTemporaryFile("w", prefix=f"heavy-{self.name}-", dir=self.local.name, delete=False, encoding="utf8")
        with file:
            file.writelines(f"{row.value}\n" for row in rows)
        self.spark.sparkContext.addFile(file.name)
        return ["--heavy", file.name.rsplit("/", 1)[-1]]

    def through(self, frame, call):
        """The lines that a verb makes of those of a frame, a process for each partition."""
        words = [self.options.node, self.bundle, *call, "--run", self.name]
        # Spark tells what a process has said only if it has read it before it sees the end of it.
        command = " ".join(shlex.quote(word) for word in words) + " || { code=$?; sleep 1; exit $code; }"
        frame.createOrReplaceTempView("lines")
        # Without both ROW FORMAT clauses other separators hold; a line has no character of code 1.
        row_format = "ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\u0001' LINES TERMINATED BY '\\n'"
        literal = command.replace("\\", "\\\\").replace("'", "\\'")
        return self.spark.sql(
            f"SELECT TRANSFORM(value) {row_format} USING '{literal}' AS (value STRING) {row_format} FROM lines"
        )

    def write(self, name, frame):
        self.write_to(self.path(name), frame)

    def write_to(self, path, frame):
        frame.write.mode("overwrite").option("lineSep", "\n").text(path)

    def check(self, name, expected):
        """Holds what the processes of a stage have read against what was written for them."""
        frame = self.spark.read.option("lineSep", "\n").text(self.path(name))
        trailers = [row.value for row in frame.filter(frame.value.startswith(TRAILER)).collect()]
        told = {"written": (0, 0), "read": (0, 0), "counters": {}}
        for trailer in trailers:
            fields = trailer.split("\t")
            if len(fields) != TRAILER_FIELDS:
                raise StageFailure(f"stage {name}: expected a whole trailer; got {trailer!r}")
            told["written"] = add([told["written"], (int(fields[5]), int(fields[6], 16))])
            told["read"] = add([told["read"], (int(fields[7]), int(fields[8], 16))])
            for counter in filter(None, fields[9].split(",")):
                key, value = counter.split("=")
                known = told["counters"].get(key, 0)
                told["counters"][key] = max(known, int(value)) if key.startswith("largest") else known + int(value)
        if told["read"] != expected:
            raise StageFailure(
                f"stage {name}: expected the {expected[0]} lines that the stages before it wrote; "
                f"its {len(trailers)} processes have read {told['read'][0]}"
            )
        lines = frame.count() - len(trailers)
        if lines != told["written"][0]:
            raise StageFailure(f"stage {name}: expected the {told['written'][0]} lines that it wrote; got {lines}")
        self.told[name] = told
        self.put(f"{self.path(name)}.told/{self.name}.json", json.dumps(told))
        print(f"{name}: {lines} lines {json.dumps(told['counters'])}", file=sys.stderr)

    def finished(self, name):
        """Whether an earlier attempt at this run has done a stage; then what it told is known. If not, it is what is done from now on."""
        self.doing = f"stage {name}"
        try:
            told = json.loads(self.get(f"{self.path(name)}.told/{self.name}.json") or "")
        except ValueError:
            # There is none, or that attempt died while it wrote it.
            return False
        self.told[name] = {key: tuple(value) if isinstance(value, list) else value for key, value in told.items()}
        print(f"{name}: of the earlier run", file=sys.stderr)
        return True

    def write_in_order(self, result, last, tag):
        """The lines of the last stage as `mr pairs` prints them, in the order of the part files."""
        order = f"{result}-in-order"
        self.stage({"name": order, "call": ["select", "--tag", tag], "reads": [last], "sorted": False})
        self.doing = result
        frame = self.spark.read.option("lineSep", "\n").text(self.path(order))
        lines = frame.filter(~frame.value.startswith(TRAILER)).orderBy("value")
        # Fields that are not there, as the overlaps of components, are left out.
        fields = [f"CAST(get(split(value, '\t'), {i}) AS DECIMAL(18))" for i in (1, 3, 4)]
        lines = lines.selectExpr(f"concat_ws(' ', {', '.join(fields)}) AS value")
        lines.write.mode("overwrite").option("lineSep", "\n").text(f"{self.options.out}/{result}")
        written = self.spark.read.text(f"{self.options.out}/{result}").count()
        if written != self.told[order]["written"][0]:
            raise StageFailure(f"{result}: expected {self.told[order]['written'][0]} lines; got {written}")

    def path(self, name):
        return f"{self.options.out}/stages/{name}"

    def put(self, path, text):
        stream = self.file_system(path).create(self.hadoop_path(path), True)
        stream.write(text.encode())
        stream.close()

    def get(self, path):
        files = self.file_system(path)
        if not files.exists(self.hadoop_path(path)):
            return None
        stream = files.open(self.hadoop_path(path))
        try:
            return self.spark._jvm.org.apache.commons.io.IOUtils.toString(stream, "UTF-8")
        finally:
            stream.close()

    def file_system(self, path):
        return self.hadoop_path(path).getFileSystem(self.spark._jsc.hadoopConfiguration())

    def hadoop_path(self, path):
        return self.spark._jvm.org.apache.hadoop.fs.Path(path)


def state_of(path):
    """What tells that an input has changed, where the driver's machine can see it: of a folder all that is in it, as its own time does not tell."""
    states = []
    for each in [path, *below(path)]:
        try:
            state = os.stat(each)
        except OSError:
            continue
        states.append([each, state.st_size, state.st_mtime_ns])
    return states


def below(folder):
    """The paths below a folder, in one order; links to folders are not followed, as they may lead back."""
    for parent, folders, files in os.walk(folder):
        folders.sort()
        yield from (os.path.join(parent, name) for name in sorted(files + folders))


def check_once(inputs):
    """Refuses an input that is, or contains, another one: its pages would be read twice."""
    paths = sorted(path + "/" for path in inputs)
    for before, path in zip(paths, paths[1:]):
        # behind a folder come all that are in it
        if path.startswith(before):
            raise StageFailure(f"expected each input once; got {path[:-1]}, which {before[:-1]} is or contains")


def add(sums):
    """Lines and checksums of several outputs together."""
    lines, hashes = 0, 0
    for more, hash_sum in sums:
        lines += more
        hashes = (hashes + hash_sum) % MODULUS
    return lines, hashes


def last_words(error):
    """What a process has said before it failed, out of a stack trace of the engine; else what the engine names as the first cause."""
    text = str(error)
    said = re.search(r"Subprocess exited with status.*|neardup: .*", text)
    if said is None:
        causes = re.findall(r"^(?:: |Caused by: )(.*)", text, re.MULTILINE)
        return causes[-1] if causes else (text.splitlines() or [type(error).__name__])[0]
    # Of a Node that cannot even read the bundle, the error stands below the line that it shows.
    unread = re.search(r"^SyntaxError: .*", text, re.MULTILINE)
    return said.group() + (f" {unread.group()} (is that Node 20.19 or newer?)" if unread else "")


if __name__ == "__main__":
    main()
