import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a program `hadoop` that does what neardup-hadoop.sh asks of Hadoop, on plain folders: `jar` runs a job of Hadoop
 * Streaming, `fs` does as `hadoop fs`. A process that fails is tried again, four times in all, and what it wrote is
 * dropped, as Hadoop does.
 */
export function writeFakeHadoop(folder: string): string {
  const path = join(folder, 'hadoop');
  writeFileSync(path, `#!${process.execPath}\n${source}`);
  chmodSync(path, 0o755);
  return path;
}

const source = String.raw`
const { spawnSync } = require('node:child_process');
const { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');
const { tmpdir } = require('node:os');

const [command, ...args] = process.argv.slice(2);
if (command === 'fs') files(...args);
else if (command === 'jar') job(args.slice(1));
else process.exit(2);

function files(what, ...rest) {
  const paths = rest.filter((each) => !each.startsWith('-'));
  if (what === '-cat') for (const path of paths.flatMap(matching)) process.stdout.write(readFileSync(path));
  else if (what === '-rm') for (const path of paths) rmSync(path, { recursive: true, force: true });
  else if (what === '-du') console.log(size(paths[0]), 0, paths[0]);
  else if (what === '-mkdir') for (const path of paths) mkdirSync(path, { recursive: true });
  else if (what === '-put') copyFileSync(paths[0], paths[1]);
  else if (what === '-ls') for (const name of readdirSync(paths[0])) console.log(join(paths[0], name));
  else if (what === '-mv') renameSync(paths[0], paths[1]);
  else process.exit(2);
}

/** Of all files of a folder. FAKE_HADOOP_TIMES makes it that many times as large. */
function size(path) {
  const bytes = readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
  return bytes * Number(process.env.FAKE_HADOOP_TIMES ?? 1);
}

function matching(path) {
  if (!path.endsWith('*')) {
    if (!existsSync(path)) process.exit(1);
    return [path];
  }
  const found = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path).slice(0, -1))).sort();
  if (found.length === 0) process.exit(1);
  return found.map((name) => join(dirname(path), name));
}

function job(args) {
  const options = { D: {}, input: [] };
  const generic = args.filter((_, i) => i % 2 === 0).map((name) => name === '-D' || name === '-files');
  if (generic.lastIndexOf(true) > generic.indexOf(false)) throw new Error('generic options come first');
  for (let i = 0; i < args.length; i += 2) {
    const [name, value] = [args[i].slice(1), args[i + 1]];
    if (name === 'D') options.D[value.split('=')[0]] = value.slice(value.indexOf('=') + 1);
    else if (name === 'input') options.input.push(value);
    else options[name] = value;
  }
  if (existsSync(options.output)) throw new Error('output exists');
  mkdirSync(options.output, { recursive: true });
  const place = mkdtempSync(join(tmpdir(), 'fake-hadoop-'));
  for (const file of options.files?.split(',') ?? []) copyFileSync(file, join(place, basename(file)));
  const inputs = options.input.flatMap((path) =>
    readdirSyncOrFile(path).map((file) => readFileSync(file)),
  );
  const splits = options.inputformat.endsWith('NLineInputFormat') ? inputs.flatMap(lines) : twoBySplit(inputs);
  const mapped = splits.map((split) => attempts(options.mapper, split, place));
  const reduces = Number(options.D['mapreduce.job.reduces']);
  const outputs = reduces === 0 ? mapped : partitions(mapped.flatMap(lines), reduces, options).map((part) =>
    attempts(options.reducer, Buffer.concat(part.sort(Buffer.compare)), place));
  for (const [i, output] of outputs.entries()) writeFileSync(join(options.output, 'part-' + String(i).padStart(5, '0')), output);
  writeFileSync(join(options.output, '_SUCCESS'), '');
  rmSync(place, { recursive: true });
}

/** As CombineTextInputFormat does, but for the size: some splits have several files, and a job has several splits. */
function twoBySplit(files) {
  return files.filter((_, i) => i % 2 === 0).map((file, i) => Buffer.concat([file, ...files.slice(2 * i + 1, 2 * i + 2)]));
}

function readdirSyncOrFile(path) {
  if (existsSync(path) && readFileSyncIsFile(path)) return [path];
  return readdirSync(path).filter((name) => !/^[._]/.test(name)).sort().map((name) => join(path, name));
}

function readFileSyncIsFile(path) {
  return statSync(path).isFile();
}

/** Lines with their line feeds. */
function lines(bytes) {
  const found = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from) + 1 || bytes.length;
    found.push(bytes.subarray(from, end));
    from = end;
  }
  return found;
}

function partitions(all, count, { partitioner = '', D }) {
  const parts = Array.from({ length: count }, () => []);
  if (partitioner.endsWith('TotalOrderPartitioner')) {
    const ends = lines(readFileSync(D['mapreduce.totalorderpartitioner.path'])).map((line) => line.subarray(0, -1));
    if (ends.length !== count - 1) throw new Error('as many ranges as reducers');
    for (const line of all) parts[ends.filter((end) => Buffer.compare(end, line) <= 0).length].push(line);
    return parts;
  }
  for (const line of all) {
    const key = line.toString('latin1').split('\t')[1] ?? '';
    let hash = 0;
    for (let i = 0; i < key.length; i++) hash = (31 * hash + key.charCodeAt(i)) >>> 0;
    parts[hash % count].push(line);
  }
  return parts;
}

function attempts(command, input, cwd) {
  const [program, ...args] = command.split(' ');
  let said = '';
  for (let attempt = 0; attempt < 4; attempt++) {
    const { status, stdout, stderr } = spawnSync(program, args, { input, cwd, maxBuffer: 2 ** 28 });
    if (status === 0) return stdout;
    said = stderr.toString();
  }
  process.stderr.write('Error: PipeMapRed.waitOutputThreads(): subprocess failed\n' + said);
  process.exit(1);
}
`;
