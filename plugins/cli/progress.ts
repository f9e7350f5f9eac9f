import { inSeconds } from './numbers.ts';

const BAR_WIDTH = 28;
const DRAW_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;

/** Shows how far a run has come, on stderr: a bar on a terminal, else a line now and then. */
export class Progress {
  readonly #quiet: boolean;
  readonly #stream: NodeJS.WriteStream;
  readonly #startedAt = performance.now();
  #drawnAt = performance.now();
  #drawn = false;

  constructor(quiet: boolean, stream: NodeJS.WriteStream = process.stderr) {
    this.#quiet = quiet;
    this.#stream = stream;
  }

  /** `done` of `total` (0: unknown) in the phase named `what`; `detail` stands behind the bar. */
  update(what: string, done: number, total: number, detail = ''): void {
    if (this.#quiet) return;
    const now = performance.now();
    if (now - this.#drawnAt < (this.#stream.isTTY ? DRAW_EVERY_MS : LINE_EVERY_MS)) return;
    this.#drawnAt = now;
    const part = total > 0 ? Math.min(1, done / total) : 0;
    const percent = total > 0 ? `${Math.floor(100 * part)} %` : '';
    const seconds = inSeconds(now - this.#startedAt, 0);
    if (this.#stream.isTTY) {
      const filled = Math.round(part * BAR_WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
      this.#stream.write(`\r\x1b[K${what} ${bar} ${percent.padStart(5)}  ${detail}  ${seconds}`);
      this.#drawn = true;
    } else {
      this.#stream.write(`${what} ${percent} ${detail} ${seconds}\n`);
    }
  }

  /** Writes a line of its own above the bar. */
  note(line: string): void {
    if (this.#quiet) return;
    this.clear();
    this.#stream.write(`${line}\n`);
  }

  /** Takes the bar away. */
  clear(): void {
    if (!this.#drawn) return;
    this.#stream.write('\r\x1b[K');
    this.#drawn = false;
  }
}
