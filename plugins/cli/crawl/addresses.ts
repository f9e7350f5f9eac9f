import { type LookupAddress, type LookupOptions, lookup as resolveHost } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { RefusedError } from './refused.ts';

/** How `node:dns` looks a host up. */
export type Resolve = (
  host: string,
  options: { readonly all: true } & LookupOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** How a connection asks for the addresses of its host: one of them, or all. */
type Lookup = (host: string, options: LookupOptions | number | Done, done?: Done) => void;
type Done = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Keeps a crawl from addresses that are not on the public network. Checks the addresses to which a host resolves at
 * each connection, so that a name that later resolves to something else is checked again.
 *
 * Only the private addresses that the URLs of the call have, or resolve to when the crawl starts, may be fetched.
 */
export class AddressGuard {
  readonly #resolve: Resolve;
  readonly #asked = new Set<string>();

  private constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  /** The guard of a crawl that starts from some URLs. */
  static async startingFrom(urls: readonly string[], resolve: Resolve = resolveHost): Promise<AddressGuard> {
    const guard = new AddressGuard(resolve);
    for (const url of urls) {
      const host = hostOf(new URL(url));
      const addresses = isIP(host) ? [host] : await addressesOf(host, resolve);
      for (const address of addresses) guard.#asked.add(address);
    }
    return guard;
  }

  /** For `lookup` of a connection. Fails if any address of the host is refused. */
  readonly lookup: Lookup = (host, given, callback) => {
    const done = typeof given === 'function' ? given : callback!;
    const options = typeof given === 'object' ? given : typeof given === 'number' ? { family: given } : {};
    this.#resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, []);
      const refused = addresses.find(({ address }) => !this.#allows(address));
      if (refused !== undefined) return done(this.#refusal(host, refused.address), []);
      if (options.all) return done(null, addresses);
      done(null, addresses[0].address, addresses[0].family);
    });
  };

  /** For a URL whose host is an address: a connection looks up none for it. @throws RefusedError */
  check(url: URL): void {
    const host = hostOf(url);
    if (isIP(host) && !this.#allows(host)) throw this.#refusal(host, host);
  }

  #allows(address: string): boolean {
    return this.#asked.has(address) || !isPrivate(address);
  }

  #refusal(host: string, address: string): RefusedError {
    const what = host === address ? host : `${host}, which is ${address}`;
    return new RefusedError(
      'PRIVATE_ADDRESS',
      `expected an address on the public network; got ${what} (only those of the URLs given may be private)`,
    );
  }
}

/** All addresses of a host; none if it has none, since requests for its pages then fail anyway. */
function addressesOf(host: string, resolve: Resolve): Promise<string[]> {
  return new Promise((done) => {
    resolve(host, { all: true }, (error, addresses) => {
      done(error === null ? addresses.map(({ address }) => address) : []);
    });
  });
}

/** A URL's host; for an IPv6 address without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The special-purpose addresses of the IANA registries, and multicast. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}
/** The part of IPv6 that is assigned to the public network, and its exceptions: tunnels, documentation. */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address is private, loopback, link-local or otherwise not on the public network. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return notPublic.check(address, 'ipv4');
  if (isIP(address) !== 6) return true;
  const embedded = ipv4In(address);
  if (embedded !== undefined) return isPrivate(embedded);
  return !publicIpv6.check(address, 'ipv6') || notPublic.check(address, 'ipv6');
}

/** The IPv4 address in a mapped (`::ffff:0:0/96`) or translated (`64:ff9b::/96`) one. */
function ipv4In(address: string): string | undefined {
  // a URL writes any IPv6 address in one way, the last 32 bits as two groups of hexadecimal digits
  const { hostname } = new URL(`http://[${address.split('%', 1)[0]}]`);
  const [, high, low] = /^\[(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? [];
  if (high === undefined) return undefined;
  const bits = Number.parseInt(high, 16) * 2 ** 16 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}
