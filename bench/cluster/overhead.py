"""What Spark takes to hand lines to processes and back, beside reading them: CPU of its JVM and of all that it starts.

    spark-submit --master 'local[2,4]' overhead.py FOLDER LINES BUNDLE

Writes so many lines of 200 bytes as `mr select` takes them to a file in FOLDER, and prints a line of JSON for each way: reading alone, `cat`, and a verb, by
4 and by 64 partitions.
"""

import json
import os
import sys

from pyspark.sql import SparkSession

folder, lines, bundle = sys.argv[1], int(sys.argv[2]), sys.argv[3]
FEW, MANY = 4, 64
TICKS = os.sysconf("SC_CLK_TCK")
ROW_FORMAT = "ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\u0001' LINES TERMINATED BY '\\n'"
spark = SparkSession.builder.appName("overhead").config("spark.sql.files.maxPartitionBytes", "1g").getOrCreate()
pid = spark._jvm.java.lang.ProcessHandle.current().pid()


def cpu_seconds():
    """Of the JVM and of the processes that it has waited for."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(") ", 1)[1].split()
    return sum(map(int, fields[11:15])) / TICKS


def measure(way, partitions, frame):
    least = None
    # The first time, code is compiled.
    for _ in range(3):
        before = cpu_seconds()
        frame.write.format("noop").mode("overwrite").save()
        took = cpu_seconds() - before
        least = took if least is None else min(least, took)
    print(json.dumps({"way": way, "partitions": partitions, "lines": lines, "cpuSeconds": round(least, 2)}), flush=True)


path = f"{folder}/lines"
for partitions in (FEW, MANY):
    os.makedirs(f"{path}-{partitions}", exist_ok=True)
    for part in range(partitions):
        with open(f"{path}-{partitions}/part-{part:05d}", "w", encoding="ascii") as file:
            for number in range(part, lines, partitions):
                file.write(f"mr1\t{number:016d}\ts\t{'x' * 176}\n")
    spark.conf.set("spark.sql.files.openCostInBytes", str(1 << 30))
    frame = spark.read.option("lineSep", "\n").text(f"file://{path}-{partitions}")
    measure("read", partitions, frame)
    for way, command in (("cat", "cat"), ("verb", f"node {bundle} select --tag s --partition")):
        frame.createOrReplaceTempView("lines")
        through = f"SELECT TRANSFORM(value) {ROW_FORMAT} USING '{command}' AS (value STRING) {ROW_FORMAT} FROM lines"
        measure(way, partitions, spark.sql(through))
spark.stop()
