import { inMegabytes, inThousands, many } from './numbers.ts';

const MOST_BAR = 28;
const LEAST_BAR = 6;
const USUAL_COLUMNS = 80;
const DRAW_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;
/** Until this share is done and this much time has passed, a rate does not predict the time left. */
const LEAST_SHARE = 0.01;
const LEAST_PHASE_MS = 2_000;

/** How far a phase of a run has come. */
interface Step {
  /** For example `reading`. */
  readonly phase: string;
  /** In units of the phase, such as bytes. */
  readonly done?: number;
  /** The total in the same units. If it is 0 or missing, it is unknown and no share is shown. */
  readonly total?: number;
  /** Whether steps take different amounts of time, so that the time left cannot be predicted. */
  readonly uneven?: boolean;
  /** What is counted and shown with its rate: `[7, 'page']`. */
  readonly count?: readonly [count: number, noun: string];
  /** Further words. */
  readonly detail?: string;
}

/** What a phase has shown so far. */
interface Phase {
  readonly name: string;
  readonly startedAt: number;
  /** What was counted before it began. */
  readonly countedBefore: number;
  share: number;
}

/**
 * Shows on stderr how far a run has come: a bar that fits the terminal; without a terminal, a line now and then.
 *
 * The share never decreases within a phase. Rate and time left are those of the phase, since phases differ.
 */
export class Progress {
  readonly #quiet: boolean;
  readonly #stream: NodeJS.WriteStream;
  readonly #startedAt = performance.now();
  #phase: Phase = { name: '', startedAt: 0, countedBefore: 0, share: 0 };
  #drawnAt = performance.now();
  #drawn = false;

  constructor(quiet: boolean, stream: NodeJS.WriteStream = process.stderr) {
    this.#quiet = quiet;
    this.#stream = stream;
  }

  /** Call it after every step. Most calls draw nothing and cost very little. */
  update(step: Step): void {
    if (this.#quiet) return;
    const now = performance.now();
    const { phase: name, done = 0, total = 0, count: [count] = [0] } = step;
    const isNew = this.#phase.name !== name;
    if (isNew) {
      this.#phase = { name, startedAt: now, countedBefore: Math.max(0, count - 1), share: 0 };
    }
    if (total > 0) this.#phase.share = Math.max(this.#phase.share, Math.min(1, done / total));
    // a phase that takes long may say no more than that it has begun
    const since = isNew ? this.#startedAt : this.#drawnAt;
    if (now - since < (this.#stream.isTTY ? DRAW_EVERY_MS : LINE_EVERY_MS)) return;
    this.#drawnAt = now;
    const facts = this.#facts(step, now);
    const percent = total > 0 ? `${Math.floor(100 * this.#phase.share)} %` : '';
    if (this.#stream.isTTY) {
      this.#stream.write(`\r\x1b[K${this.#bar(percent, facts)}`);
      this.#drawn = true;
    } else {
      this.#stream.write(`${[`${name} ${percent}`.trim(), ...facts].join(', ')}\n`);
    }
  }

  /** Writes a line of its own above the bar. */
  note(line: string): void {
    if (this.#quiet) return;
    this.clear();
    this.#stream.write(`${line}\n`);
  }

  /** Removes the bar. */
  clear(): void {
    if (!this.#drawn) return;
    this.#stream.write('\r\x1b[K');
    this.#drawn = false;
  }

  /** The texts after the bar, the most important first. */
  #facts({ count, detail, total = 0, uneven }: Step, now: number): string[] {
    const { startedAt, countedBefore, share } = this.#phase;
    const elapsedMs = now - startedAt;
    const isTelling = elapsedMs >= LEAST_PHASE_MS;
    const facts: string[] = [];
    if (count !== undefined) facts.push(many(...count));
    if (detail !== undefined && detail !== '') facts.push(detail);
    facts.push(inMinutes(now - this.#startedAt));
    if (total > 0 && !uneven && isTelling && share >= LEAST_SHARE) {
      facts.push(`${inMinutes((elapsedMs * (1 - share)) / share)} left`);
    }
    if (count !== undefined && isTelling) {
      const perSecond = (1000 * (count[0] - countedBefore)) / elapsedMs;
      facts.push(`${inThousands(Math.round(perSecond))}/s`);
    }
    facts.push(inMegabytes(process.memoryUsage.rss()));
    return facts;
  }

  /** The phase, its bar, and as many of the facts as fit: a bar that wraps cannot be removed. */
  #bar(percent: string, facts: readonly string[]): string {
    const room = (this.#stream.columns || USUAL_COLUMNS) - 1;
    const name = this.#phase.name;
    const begin = `${name} `;
    const share = ` ${percent.padStart(5)}`;
    let behind = '';
    for (const fact of facts) {
      if (begin.length + LEAST_BAR + share.length + behind.length + fact.length + 2 > room) break;
      behind += `  ${fact}`;
    }
    const width = Math.min(MOST_BAR, room - begin.length - share.length - behind.length);
    if (width < LEAST_BAR) return `${begin}${percent}`.slice(0, Math.max(0, room));
    const filled = Math.round(this.#phase.share * width);
    return `${begin}${'█'.repeat(filled)}${'░'.repeat(width - filled)}${share}${behind}`;
  }
}

/** A time such as `7 s` or `3:07` minutes or `1:03:07` hours. */
function inMinutes(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
