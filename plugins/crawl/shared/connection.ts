import type { Socket } from 'node:net';
import { IndexError } from '../../../src/store/index.ts';
import { encodeFrame, framesIn } from './frames.ts';
import { ConnectionLost, ShareError } from './share-error.ts';

/** A request to the other side; `bytes` go with it. */
export interface Call {
  readonly operation: string;
  readonly body: unknown;
  readonly bytes: Buffer;
}

/** Answers a call of the other side. The result must be serialisable as JSON. */
type Answer = (call: Call) => Promise<unknown>;

/** A message on the socket: a call, or the answer to one. */
type Message =
  | { readonly call: number; readonly operation: string; readonly body: unknown }
  | { readonly answer: number; readonly result?: unknown; readonly error?: SentError };

interface SentError {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Calls between two processes over a socket, in both directions, any number at a time. */
export class Connection {
  /** Resolves when the connection has ended, for whatever reason. */
  readonly ended: Promise<void>;
  readonly #socket: Socket;
  readonly #pending = new Map<number, Pending>();
  #calls = 0;
  #hasEnded = false;

  constructor(socket: Socket, answer: Answer) {
    this.#socket = socket;
    // a failed write needs no handling here: the call that waits for its answer fails
    socket.on('error', () => undefined);
    // only a call that waits for its answer keeps the process alive
    socket.unref();
    this.ended = this.#read(answer)
      .catch(() => undefined)
      .then(() => this.#end());
  }

  /**
   * Calls an operation of the other side.
   *
   * @throws ConnectionLost when the connection ends before the answer; what the other side threw, with its code
   */
  call<Result>(operation: string, body: unknown, bytes?: Uint8Array): Promise<Result> {
    return new Promise((resolve, reject) => {
      // a socket that is destroyed, but not at its end yet, would keep a listener for each call
      if (this.#hasEnded || this.#socket.destroyed) return reject(lost());
      const call = ++this.#calls;
      // throws if the page is too large, which no other owner could take either
      const frame = encodeFrame({ call, operation, body } satisfies Message, bytes);
      this.#socket.ref();
      this.#pending.set(call, { resolve: resolve as Pending['resolve'], reject });
      this.#socket.write(frame);
    });
  }

  /** Ends the connection. Calls that wait for an answer get none. */
  end(): void {
    this.#socket.destroy();
  }

  async #read(answer: Answer): Promise<void> {
    for await (const { message, bytes } of framesIn(this.#socket)) {
      const given = message as Message;
      if ('call' in given) {
        void this.#answer(given.call, answer({ operation: given.operation, body: given.body, bytes }));
        continue;
      }
      const pending = this.#pending.get(given.answer);
      this.#pending.delete(given.answer);
      if (this.#pending.size === 0) this.#socket.unref();
      if (given.error === undefined) pending?.resolve(given.result);
      else pending?.reject(errorOf(given.error));
    }
  }

  async #answer(call: number, answering: Promise<unknown>): Promise<void> {
    const frame = await answering
      .then((result) => encodeFrame({ answer: call, result } satisfies Message))
      .catch((error: Error & { readonly code?: string }) => {
        const { name, code, message } = error;
        const sent = { name, message, ...(code !== undefined && { code }) };
        return encodeFrame({ answer: call, error: sent } satisfies Message);
      });
    if (!this.#hasEnded) this.#socket.write(frame);
  }

  #end(): void {
    this.#hasEnded = true;
    this.#socket.destroy();
    for (const { reject } of this.#pending.values()) reject(lost());
    this.#pending.clear();
  }
}

function lost(): ConnectionLost {
  return new ConnectionLost('the connection to the process that has the index ended');
}

function errorOf({ name, code, message }: SentError): Error {
  if (name === 'IndexError') return new IndexError(code as IndexError['code'], message);
  if (name === 'ShareError') return new ShareError(code as ShareError['code'], message);
  return Object.assign(new Error(message), code !== undefined && { code });
}
