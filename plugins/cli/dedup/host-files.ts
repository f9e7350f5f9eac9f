import { join } from 'node:path';
import type { StoredDeduplication, WorkFolder } from '../../../src/flow/index.ts';
import type { Redirect } from '../../dump/index.ts';
import { type Declared, type DeclaredCounts, declaredLinks } from './declared.ts';
import { writeWhole } from './files.ts';
import { type HostCounts, type HostPair, HostPairs } from './host-pairs.ts';

/** What was found about hosts, and the counts of what they declare. */
interface HostFindings {
  readonly hosts: HostCounts;
  readonly declared: DeclaredCounts;
  /** The mirrored ones, those with the most pages in common first. */
  readonly mirrored: readonly HostPair[];
}

/** Most mirrored hosts that a printed summary names. */
export const mostMirrored = 5;

/** Writes `declared.jsonl` and `hosts.jsonl` into the folder of a run. */
export async function writeHostFiles(
  directory: string,
  result: Pick<StoredDeduplication, 'journal' | 'resolved'>,
  redirects: Iterable<Redirect>,
  folder: WorkFolder,
  memoryBytes?: number,
): Promise<HostFindings> {
  const { journal, resolved } = result;
  const hosts = new HostPairs(journal, folder, memoryBytes);
  for (const { representative, members } of resolved.clusters())
    hosts.addCluster([representative, ...Array.from(members(), ({ page }) => page)]);
  const declared = { redirects: 0, canonicals: 0, agreeing: 0, differing: 0 };
  const lines = function* (): Generator<string> {
    for (const link of declaredLinks(result, redirects)) {
      hosts.addLink(link.by === 'redirect' ? 'redirects' : 'canonicals', link.url, link.target);
      count(declared, link);
      yield `${JSON.stringify(link)}\n`;
    }
  };
  await writeWhole(join(directory, 'declared.jsonl'), lines());
  const counted = { pairs: 0, mirrored: 0, aliases: 0 };
  const mirrored: HostPair[] = [];
  const hostLines = function* (): Generator<string> {
    for (const pair of hosts.result()) {
      counted.pairs++;
      if (pair.alias !== undefined) counted.aliases++;
      if (pair.mirrored && counted.mirrored++ < mostMirrored) mirrored.push(pair);
      yield `${JSON.stringify(pair)}\n`;
    }
  };
  await writeWhole(join(directory, 'hosts.jsonl'), hostLines());
  return { hosts: counted, declared, mirrored };
}

function count(counts: { -readonly [Name in keyof DeclaredCounts]: number }, { by, agrees }: Declared): void {
  counts[by === 'redirect' ? 'redirects' : 'canonicals']++;
  if (agrees !== undefined) counts[agrees ? 'agreeing' : 'differing']++;
}
