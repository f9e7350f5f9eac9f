import { fingerprint128 } from '../grams/fingerprint.ts';
import { blake3 } from '../grams/gram-kernel.ts';
import type { Site } from './site-model.ts';

/** A digest of the templates of all sites: the same for the same sites in any order. Memory: a line a site. */
export class TemplatesDigest {
  readonly #lines: string[] = [];

  add({ host, template }: Pick<Site, 'host' | 'template'>): void {
    const { grams, notices } = template;
    const digests = [grams, grams.filter((_, i) => notices[i] === 1)].map(fingerprint128);
    this.#lines.push(`${digests.map((each) => Buffer.from(each).toString('hex')).join(' ')} ${host}\n`);
  }

  /** 128 bits in hexadecimal; empty where no site has a template. */
  finish(): string {
    if (this.#lines.length === 0) return '';
    const all = Buffer.from(this.#lines.sort().join(''));
    return Buffer.from(blake3(all).subarray(0, 16)).toString('hex');
  }
}
