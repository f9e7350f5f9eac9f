import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Connection } from '../../plugins/crawl/shared/connection.ts';
import { ConnectionLost } from '../../plugins/crawl/shared/share-error.ts';

test('calls on a connection that is being ended are refused at once, and leave no listener each on its socket', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const connection = new Connection(socket, async () => undefined);
  connection.end();
  const calls = [1, 2, 3].map(() => connection.call('settled', {}));
  expect(socket.listenerCount('connect')).toBe(0);
  for (const call of calls) await expect(call).rejects.toThrow(ConnectionLost);
  await connection.ended;
});
