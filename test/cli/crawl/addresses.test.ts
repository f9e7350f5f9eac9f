import { expect, test } from 'vitest';
import { AddressGuard, isPrivate, type Resolve } from '../../../plugins/cli/crawl/addresses.ts';

test('loopback, private, link-local, shared, multicast and embedded addresses are not on the public network', () => {
  const refused = [
    ...['127.0.0.1', '127.255.0.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.0.170'],
    ...['::1', '::', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1'],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:a00:1',
      '64:ff9b::10.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001::1',
    ],
    ...['::127.0.0.1', 'not an address'],
  ];
  expect(refused.filter((address) => !isPrivate(address))).toEqual([]);
  const open = [
    '93.184.216.34',
    '8.8.8.8',
    '172.32.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ];
  expect(open.filter(isPrivate)).toEqual([]);
});

test('a host is judged by what it resolves to when it is connected to, and by all of it', async () => {
  const answers = [['93.184.216.34'], ['93.184.216.34'], ['127.0.0.1'], ['93.184.216.34', '10.0.0.1']];
  const guard = await AddressGuard.startingFrom(['http://rebound.test/'], resolving(answers));
  expect(await looked(guard)).toBe('93.184.216.34');
  expect(await looked(guard)).toMatch(/^PRIVATE_ADDRESS .*rebound\.test, which is 127\.0\.0\.1 /);
  expect(await looked(guard)).toMatch(/^PRIVATE_ADDRESS .*10\.0\.0\.1/);
});

test('a private address may be fetched when a URL of the call has it, or resolves to it', async () => {
  const guard = await AddressGuard.startingFrom(
    ['http://[::1]:8080/', 'http://inside.test/'],
    resolving([['10.0.0.1'], ['10.0.0.1'], ['10.0.0.2']]),
  );
  expect(() => guard.check(new URL('http://[::1]/'))).not.toThrow();
  expect(() => guard.check(new URL('http://2130706433/'))).toThrow(
    /expected an address on the public network/,
  );
  expect(await looked(guard)).toBe('10.0.0.1');
  expect(await looked(guard)).toMatch(/^PRIVATE_ADDRESS/);
});

/** Answers one after the other. */
function resolving(answers: readonly (readonly string[])[]): Resolve {
  let asked = 0;
  return (_, __, done) => {
    done(
      null,
      answers[asked++].map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

/** The address that a connection would go to, or why it would not. */
function looked(guard: AddressGuard): Promise<unknown> {
  return new Promise((done) => {
    guard.lookup('rebound.test', { family: 0 }, (error, address) => {
      done(error === null ? address : `${(error as { code?: string }).code} ${error.message}`);
    });
  });
}
