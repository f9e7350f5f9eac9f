/** What is told of a connection that failed, by its code. */
const failedConnections: ReadonlyMap<unknown, string> = new Map([
  ['ECONNRESET', 'the server reset the connection'],
  ['ECONNREFUSED', 'the server refuses connections'],
  ['ETIMEDOUT', 'the server took too long to answer'],
  ['ENOTFOUND', 'no address of its host is known'],
  ['EAI_AGAIN', 'its host cannot be looked up for now'],
  ['ERR_UNSUPPORTED_PROTOCOL', 'the server redirects to what is no http or https URL'],
  ['ERR_INVALID_URL', 'the server redirects to what is no http or https URL'],
]);

/** What is told if a connection that brought a part of a body fails, by its code. */
const failedBodies: ReadonlyMap<unknown, string> = new Map([
  ...failedConnections,
  ['ECONNRESET', 'the server ended the connection before the end of the answer'],
  ['ETIMEDOUT', 'the server took too long to send all of its answer'],
]);

/**
 * The error of a connection without its code in the message. By that Crawlee takes it for the failure of a proxy, for which it
 * counts attempts apart, and tells of a session.
 */
export function inOwnWords(
  error: Error & { readonly code?: string },
  when: 'before' | 'body' = 'before',
): Error & { readonly code?: string } {
  const { code, message } = error;
  const words = (when === 'body' ? failedBodies : failedConnections).get(code);
  if (words !== undefined) {
    const told = new Error(words, { cause: error });
    return code !== undefined && isFinal(code) ? Object.assign(told, { code }) : told;
  }
  // of Node's parser
  if (!message.startsWith('Parse Error: ')) return error;
  return new Error(`expected an answer in HTTP; got what is none (${message})`, { cause: error });
}

/** Whether an error comes again at each attempt. A loop of redirects would take eleven fetches each time. */
export function isFinal(code: string | undefined): boolean {
  return finalCodes.has(code);
}

const finalCodes: ReadonlySet<string | undefined> = new Set([
  ...['BODY_TOO_LARGE', 'NO_PAGE'],
  ...['ERR_TOO_MANY_REDIRECTS', 'ERR_UNSUPPORTED_PROTOCOL', 'ERR_INVALID_URL'],
]);
