#!/bin/sh
# Puts Hadoop 3.4.2, from its jars alone, in a folder: FOLDER/bin/hadoop runs `fs` and `jar` on this machine, without a
# daemon, or on the cluster that HADOOP_CONF_DIR names; FOLDER/streaming.jar is Hadoop Streaming, and with the jars is a cluster of YARN and
# HDFS on one machine, which `npm run bench -- cluster --part hadoop,hadoop-failures,hadoop-decisions` starts. Java and Maven are all it
# takes; 104 MB.
#
#     sh bench/cluster/hadoop/install.sh FOLDER
#     NEARDUP_HADOOP=FOLDER npm run bench -- cluster --part hadoop
set -eu
[ $# = 1 ] || { echo 'install.sh: expected a folder' >&2 && exit 2; }
mkdir -p "$1/bin" "$1/conf"
cd "$1"
cat >pom.xml <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>neardup</groupId><artifactId>hadoop</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-streaming</artifactId><version>3.4.2</version></dependency>
    <dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-mapreduce-client-jobclient</artifactId><version>3.4.2</version></dependency>
    <dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-common</artifactId><version>3.4.2</version></dependency>
    <dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-minicluster</artifactId><version>3.4.2</version></dependency>
    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version></dependency>
    <dependency><groupId>org.mockito</groupId><artifactId>mockito-core</artifactId><version>4.11.0</version></dependency>
  </dependencies>
</project>
POM
mvn -q dependency:copy-dependencies -DoutputDirectory=lib
cp lib/hadoop-streaming-3.4.2.jar streaming.jar
# FsShell asks for this file by name.
echo '<configuration/>' >conf/core-site.xml
cat >conf/log4j.properties <<'LOG'
log4j.rootLogger=WARN,console
log4j.appender.console=org.apache.log4j.ConsoleAppender
log4j.appender.console.target=System.err
log4j.appender.console.layout=org.apache.log4j.PatternLayout
log4j.appender.console.layout.ConversionPattern=%p %c{1}: %m%n
log4j.logger.org.apache.hadoop.streaming=INFO
LOG
cat >bin/hadoop <<'HADOOP'
#!/bin/sh
home=$(cd "$(dirname "$0")/.." && pwd)
command=$1
shift
run() {
  exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --add-opens java.base/java.lang=ALL-UNNAMED \
    -cp "${HADOOP_CONF_DIR-$home/conf}:$home/conf:$home/lib/*" "$@"
}
case $command in
  version) echo 'Hadoop 3.4.2' ;;
  fs) run org.apache.hadoop.fs.FsShell "$@" ;;
  jar) shift && run org.apache.hadoop.streaming.HadoopStreaming "$@" ;;
  *) echo "hadoop: expected version, fs or jar; got $command" >&2 && exit 2 ;;
esac
HADOOP
chmod +x bin/hadoop
