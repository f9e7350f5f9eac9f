import { ascending, radixSort } from '../grams/counting-sort.ts';
import { fingerprint128 } from '../grams/fingerprint.ts';
import { blake3 } from '../grams/gram-kernel.ts';
import { GrowingColumn } from '../grams/growing-columns.ts';
import type { Site } from './site-model.ts';

/** Length of the digest of a site, in 32-bit words. */
const wordsOfSite = 4;

/** A digest of the template of a site: 16 bytes. */
export function digestOfSite({ host, template }: Pick<Site, 'host' | 'template'>): Buffer {
  const { grams, notices } = template;
  const digests = [grams, grams.filter((_, i) => notices[i] === 1)].map(fingerprint128);
  return Buffer.from(blake3(Buffer.concat([...digests, Buffer.from(host)]))).subarray(0, 4 * wordsOfSite);
}

/**
 * A digest of the templates of all sites: the same for the same sites in any order. Memory: 24 bytes a site, 64 at the
 * end.
 */
export class TemplatesDigest {
  readonly #words = new GrowingColumn((length) => new Uint32Array(length));

  add(site: Pick<Site, 'host' | 'template'>): void {
    this.addDigest(digestOfSite(site));
  }

  /** Adds the {@link digestOfSite} of a site. */
  addDigest(digest: Buffer): void {
    for (let word = 0; word < wordsOfSite; word++) this.#words.push(digest.readUInt32LE(4 * word));
  }

  /** 128 bits in hexadecimal; empty if no site has a template. */
  finish(): string {
    const words = this.#words.values;
    if (words.length === 0) return '';
    let order = ascending(words.length / wordsOfSite);
    for (let word = 0; word < wordsOfSite; word++) {
      const keys = Uint32Array.from(order, (_, site) => words[wordsOfSite * site + word]);
      order = radixSort(order, keys);
    }
    const all = Buffer.alloc(4 * words.length);
    for (const [place, site] of order.entries()) {
      for (let word = 0; word < wordsOfSite; word++) {
        all.writeUInt32LE(words[wordsOfSite * site + word], 4 * (wordsOfSite * place + word));
      }
    }
    return Buffer.from(blake3(all).subarray(0, 16)).toString('hex');
  }
}
