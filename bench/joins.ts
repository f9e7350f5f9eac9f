import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Answer, engines, joins, type Request } from './join-child.ts';
import { rankedSetsFile, readRankedSets, tableSets } from './join-sets.ts';
import { printTable, shown, timing } from './measure.ts';
import { JoinPeer, joinPeers, recordsText } from './peers/join-peer.ts';

type Row = (string | number)[];

const rounds = Number(process.env.NEARDUP_BENCH_ROUNDS ?? 5);
const thresholds = chosen(process.env.NEARDUP_BENCH_THRESHOLDS)?.map(Number) ?? [
  0.95, 0.9, 0.8, 0.7, 0.6, 0.5,
];
const names = chosen(process.env.NEARDUP_BENCH_SETS);
/** A join that takes longer is stopped, and omitted at lower thresholds. */
const CAP_MS = 10_000;
/**
 * Most runs and most time of a turn. Other programs have emptied the caches since the last turn; a peer fills them
 * again while it reads the records, before its time begins. The first turn uses all of its runs, since compiled code
 * improves with every run.
 */
const RUNS_A_TURN = 4;
const TURN_MS = 200;
/** After this much time in a cell, including reading, a join takes no further turn. */
const ENOUGH_MS = 4000;

/** The runs of one join at one threshold. */
interface Cell {
  readonly answers: Answer[];
  spentMs: number;
}

/**
 * Time, candidates, filters and memory of every join on document grams, shingles, baskets and generated sets, Jaccard,
 * then ranking, then growth with size.
 *
 * Every join has a process of its own for each data set; all take turns, a first turn that does not count, and a cell
 * is the median. `NEARDUP_BENCH_SETS`, `NEARDUP_BENCH_THRESHOLDS`: comma-separated choices, as is
 * `NEARDUP_BENCH_JOINS`, of what the joins' names begin with; `NEARDUP_BENCH_ROUNDS`.
 *
 * The C++ joins built by `sh bench/peers/install-joins.sh` take part. A last table compares the least processor time of
 * the fastest one with that of the engine on one thread.
 */
export async function run(): Promise<void> {
  const joined: Row[] = [];
  const ranked: Row[] = [];
  const compared: Row[] = [];
  const balanced: Row[] = [];
  for (const name of names?.filter((set) => tableSets.includes(set)) ?? tableSets) {
    const file = await rankedSetsFile(name);
    if (file === undefined) {
      process.stdout.write(`skipped: the real data of ${name} is missing (set NEARDUP_DATA to its folder)\n`);
      continue;
    }
    ranked.push(await rankingRow(name, file));
    await measureSets(name, file, joined, compared, balanced);
  }
  printTable(
    ['sets', 't', 'join', 'prefix', 'position', 'suffix', 'orders', 'verified', 'pairs', 'ms', 'index', 'MB'],
    joined,
  );
  process.stdout.write(
    '\nRanking on one thread beside rankSets and one native sort of all tokens, processor time\n',
  );
  printTable(
    ['sets', 'records', 'tokens', 'average', 'distinct', 'rank ms', 'rankSets ms', 'sort ms', 'ratio'],
    ranked,
  );
  if (compared.length > 0) {
    process.stdout.write(
      '\nLeast processor time of one thread, the fastest peer in each cell beside the engine\n',
    );
    printTable(['sets', 't', 'fastest peer', 'its ms', 'ours', 'ratio', 'its pairs', 'ours'], compared);
  }
  process.stdout.write("\nThe second thread: least processor time, and the busiest thread's part of it\n");
  printTable(['sets', 't', '1 thread ms', '2 threads ms', 'busiest', 'gain on idle cores'], balanced);
  await printGrowth();
}

async function rankingRow(name: string, file: string): Promise<Row> {
  const { size, tokens, universe } = readRankedSets(file);
  const child = await Child.start(['', file]);
  const {
    ms,
    aloneMs = 0,
    sortMs = 0,
  } = (await child.ask({ kind: 'rank' }, Number.POSITIVE_INFINITY)) as Answer;
  child.stop();
  const average = (tokens.length / size).toFixed(0);
  return [
    name,
    size,
    tokens.length,
    average,
    universe,
    ...[ms, aloneMs, sortMs].map((time) => time.toFixed(0)),
    (ms / sortMs).toFixed(2),
  ];
}

async function measureSets(
  name: string,
  file: string,
  joined: Row[],
  compared: Row[],
  balanced: Row[],
): Promise<void> {
  const runs = new Map<string, (threshold: number) => Promise<Answer | undefined>>();
  const children: { stop(): void }[] = [];
  for (const join of joins.filter(isChosen)) {
    const child = await Child.start([join, file]);
    children.push(child);
    runs.set(join, (threshold) => child.ask({ kind: 'join', threshold }, CAP_MS));
  }
  const peers = joinPeers().filter(isChosen);
  for (const name of peers) {
    const peer = await JoinPeer.start(name, recordsText(file));
    children.push(peer);
    runs.set(name, (threshold) => peer.ask(threshold, CAP_MS));
  }
  for (const t of thresholds) {
    const least = new Map<string, Answer>();
    for (const [join, { answers }] of await measureInTurn(runs, t)) {
      if (answers.length === 0) {
        joined.push([name, t, join, ...Array<string>(6).fill('–'), `> ${CAP_MS}`, '–', '–']);
        continue;
      }
      const times = timing(answers.map(({ ms }) => ms));
      least.set(
        join,
        answers.reduce((a, b) => (b.cpuMs < a.cpuMs ? b : a)),
      );
      const { statistics: found, pairs = 0, megabytes } = answers[answers.length - 1];
      const funnel = found
        ? [found.afterPrefix, found.afterPositional, found.afterSuffix, found.afterOrderings, found.verified]
        : Array<string>(5).fill('–');
      const index = found ? found.milliseconds.index.toFixed(1) : '–';
      joined.push([name, t, join, ...funnel, pairs, shown(times), index, found ? megabytes : '–']);
    }
    const [ours, both] = Object.keys(engines).map((engine) => least.get(engine));
    if (ours && both?.busiest) {
      const longest = both.cpuMs * both.busiest;
      const [gain, busiest] = [ours.cpuMs / longest, both.busiest].map((ratio) => ratio.toFixed(2));
      balanced.push([name, t, ours.cpuMs.toFixed(1), both.cpuMs.toFixed(1), busiest, gain]);
    }
    const best = peers
      .map((peer) => ({ peer, answer: least.get(peer) }))
      .sort((a, b) => (a.answer?.cpuMs ?? Infinity) - (b.answer?.cpuMs ?? Infinity))[0];
    if (ours === undefined || best?.answer === undefined) continue;
    const its = best.answer;
    // a run takes up to an hour, and one that is stopped has shown what it measured
    const [peerMs, oursMs] = [its.cpuMs, ours.cpuMs].map((ms) => ms.toFixed(1));
    process.stdout.write(`${name} ${t}: ${best.peer} ${peerMs} ms, engine ${oursMs} ms\n`);
    compared.push([
      ...[name, t, best.peer, peerMs, oursMs],
      ...[(its.cpuMs / ours.cpuMs).toFixed(2), its.pairs ?? 0, ours.pairs ?? 0],
    ]);
  }
  for (const child of children) child.stop();
}

/** Runs all joins at one threshold in turn. A join that does not end within the cap is removed from `runs`. */
async function measureInTurn(
  runs: Map<string, (threshold: number) => Promise<Answer | undefined>>,
  threshold: number,
): Promise<Map<string, Cell>> {
  const cells = new Map<string, Cell>();
  for (const join of runs.keys()) cells.set(join, { answers: [], spentMs: 0 });
  for (let round = -1; round < rounds; round++) {
    for (const [join, measure] of [...runs]) {
      const cell = cells.get(join);
      if (!cell || cell.spentMs > ENOUGH_MS) continue;
      const startedAt = performance.now();
      const elapsedMs = (): number => performance.now() - startedAt;
      const turn: Answer[] = [];
      let answer: Answer | undefined;
      do {
        answer = await measure(threshold);
        if (answer) turn.push(answer);
      } while (answer && elapsedMs() < (round < 0 || turn.length < RUNS_A_TURN ? TURN_MS : 0));
      cell.spentMs += elapsedMs();
      if (answer === undefined) runs.delete(join);
      // A join that took long has only its first turn.
      else if (round >= 0 || cell.spentMs > ENOUGH_MS) cell.answers.push(...turn);
    }
  }
  return cells;
}

/** Time against size, and the exponent that fits it. */
async function printGrowth(): Promise<void> {
  const rows: Row[] = [];
  const shares = [0.2, 0.4, 0.6, 0.8, 1];
  for (const name of ['openlayers-words', 'generated-1m']) {
    if (names && !names.includes(name)) continue;
    const file = await rankedSetsFile(name);
    if (file === undefined) continue;
    for (const join of Object.keys(engines)) {
      const child = await Child.start([join, file]);
      const times: number[] = [];
      let last: Answer | undefined;
      for (const share of shares) {
        const runs: number[] = [];
        for (let round = -1; round < 3; round++) {
          last = await child.ask({ kind: 'join', threshold: 0.8, share }, Number.POSITIVE_INFINITY);
          if (last && round >= 0) runs.push(last.ms);
        }
        times.push(timing(runs).median);
      }
      child.stop();
      const exponent = slope(shares.map(Math.log), times.map(Math.log)).toFixed(2);
      rows.push([name, join, ...times.map((ms) => ms.toFixed(0)), exponent, last?.pairs ?? 0]);
    }
  }
  if (rows.length === 0) return;
  process.stdout.write('\nGrowth at t = 0.8, milliseconds at 20 to 100 % of the records\n');
  printTable(['sets', 'join', '20 %', '40 %', '60 %', '80 %', '100 %', 'exponent', 'pairs'], rows);
  if (names && !names.includes('generated-1m')) return;
  for (const join of Object.keys(engines)) {
    const child = await Child.start([join, '']);
    const records = 1_000_000;
    const answer = await child.ask({ kind: 'whole', records, threshold: 0.8 }, Number.POSITIVE_INFINITY);
    child.stop();
    if (answer?.rankMs !== undefined) {
      const [rank, joined] = [answer.rankMs, answer.cpuMs].map((ms) => (ms / 1e3).toFixed(1));
      process.stdout.write(
        `generated-1m, ${join}: ranked in ${rank} s of processor time, joined in ${joined} s (ratio ${(answer.rankMs / answer.cpuMs).toFixed(2)})\n`,
      );
    }
    process.stdout.write(
      `generated-1m, generating, ranking and joining in one process, ${join}: at most ${answer?.megabytes} MB\n`,
    );
  }
}

/** Slope of the least-squares line. */
function slope(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i] - my), 0);
  return covariance / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
}

/** A process that holds ranked sets and measures one join on them. */
class Child {
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  static async start(args: readonly string[]): Promise<Child> {
    const child = new Child(fork(fileURLToPath(new URL('./join-child.js', import.meta.url)), args));
    await child.#answer(Number.POSITIVE_INFINITY);
    return child;
  }

  /** `undefined` after `capMs`: the process has been stopped. */
  async ask(request: Request, capMs: number): Promise<Answer | undefined> {
    this.#process.send(request);
    return (await this.#answer(capMs)) as Answer | undefined;
  }

  stop(): void {
    this.#process.kill();
  }

  #answer(capMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.#process.off('message', answered).off('exit', ended);
      };
      const answered = (answer: unknown): void => {
        settle();
        resolve(answer);
      };
      const ended = (code: number | null): void => {
        settle();
        reject(new Error(`bench: a measuring process ended with code ${code} before it had answered`));
      };
      const stopped = (): void => {
        settle();
        this.#process.kill('SIGKILL');
        resolve(undefined);
      };
      const timer = capMs < Number.POSITIVE_INFINITY ? setTimeout(stopped, capMs) : undefined;
      this.#process.on('message', answered).on('exit', ended);
    });
  }
}

/** Whether a join was requested, by the start of its name. */
function isChosen(join: string): boolean {
  const beginnings = chosen(process.env.NEARDUP_BENCH_JOINS) ?? [''];
  return beginnings.some((beginning) => join.startsWith(beginning));
}

function chosen(list: string | undefined): string[] | undefined {
  return list?.split(',');
}
