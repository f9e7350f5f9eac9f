import { formatSimilarity } from '../../../src/join/index.ts';
import { type IndexStats, type RemovalCondition, SketchIndex } from '../../../src/store/index.ts';
import { UsageError } from '../errors.ts';
import { parseCall } from '../options.ts';
import { printable } from '../printable.ts';
import { version } from '../version.ts';

/** `neardup index stats DIR`: see `usage` in index-command.ts. */
export async function stats(args: string[]): Promise<number> {
  const { values, directory } = readCall('stats', args, {});
  const index = await SketchIndex.openExisting(directory);
  try {
    const found = await index.stats();
    process.stdout.write(
      values.json ? `${JSON.stringify({ ...found, version })}\n` : statsText(directory, found),
    );
    return 0;
  } finally {
    await index.close();
  }
}

/** `neardup index remove DIR …`: see `usage` in index-command.ts. */
export async function remove(args: string[]): Promise<number> {
  const { values, directory } = readCall('remove', args, {
    key: { type: 'string', multiple: true },
    prefix: { type: 'string' },
    host: { type: 'string' },
    before: { type: 'string' },
  });
  const { key: keys = [], ...rest } = values;
  const conditions = conditionsOf(rest);
  if (conditions.length + (keys.length > 0 ? 1 : 0) !== 1) {
    throw new UsageError('index remove: expected one of --key, --prefix, --host and --before');
  }
  const index = await SketchIndex.openExisting(directory);
  try {
    let removed = 0;
    for (const key of keys) if (await index.remove(key)) removed++;
    for (const condition of conditions) removed += await index.removeWhere(condition);
    if (removed > 0) await index.compact();
    const { counts } = index;
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ removed, index: counts, version })}\n`
        : `${removed} pages removed; the index holds ${counts.unique} unique pages\n`,
    );
    return 0;
  } finally {
    await index.close();
  }
}

/** `neardup index verify DIR`: see `usage` in index-command.ts. */
export async function verify(args: string[]): Promise<number> {
  const { values, directory } = readCall('verify', args, { 'accept-loss': { type: 'boolean' } });
  const lostWrites = values['accept-loss'] === true ? await SketchIndex.acceptLoss(directory) : 0;
  const report = await SketchIndex.verify(directory);
  if (values.json) process.stdout.write(`${JSON.stringify({ ...report, lostWrites, version })}\n`);
  else {
    if (lostWrites > 0) process.stdout.write(`went on without the last ${lostWrites} writes\n`);
    for (const { what, key, url = key } of report.damages) {
      process.stdout.write(`${printable(url === undefined ? what : `${what} (${url})`)}\n`);
    }
    process.stdout.write(
      report.damaged === 0
        ? `${report.pages} pages, ${report.checked} entries: whole\n`
        : `${report.pages} pages, ${report.checked} entries: ${report.damaged} damaged; ` +
            'neardup index rebuild makes it anew from an export or from dumps\n',
    );
  }
  return report.damaged > 0 ? 3 : 0;
}

function conditionsOf(values: { prefix?: string; host?: string; before?: string }): RemovalCondition[] {
  const conditions: RemovalCondition[] = [];
  if (values.prefix !== undefined) conditions.push({ keyPrefix: values.prefix });
  if (values.host !== undefined) conditions.push({ host: values.host });
  if (values.before !== undefined) {
    const before = new Date(values.before);
    if (Number.isNaN(before.getTime())) {
      throw new UsageError(
        `--before: expected a date such as 2026-01-31, got ${JSON.stringify(values.before)}`,
      );
    }
    conditions.push({ before });
  }
  return conditions;
}

function statsText(
  directory: string,
  { counts, parameters, tables, bytesOnDisk, promises }: IndexStats,
): string {
  const { gram, threshold, recall, setting, components } = parameters;
  const inThousands = (count: number) => count.toLocaleString('en');
  const lines = [
    `${inThousands(counts.decided)} pages: ${inThousands(counts.unique)} unique, ${inThousands(counts.duplicates)} duplicates, ` +
      `${inThousands(counts.unclassifiable)} without text`,
    `${setting}, ${gram} grams, sketches of ${components}, threshold ${threshold}, recall ${recall}`,
  ];
  if (bytesOnDisk !== undefined) {
    const each =
      counts.decided > 0 ? `, ${inThousands(Math.round(bytesOnDisk / counts.decided))} a page` : '';
    lines.push(`${inThousands(bytesOnDisk)} bytes in ${directory}${each}`);
  }
  lines.push('', `${'table'.padEnd(16)}${'entries'.padStart(14)}${'bytes'.padStart(18)}`);
  for (const [name, { entries, bytes }] of Object.entries(tables)) {
    const shown = bytes === undefined ? '' : inThousands(bytes);
    lines.push(`${name.padEnd(16)}${inThousands(entries).padStart(14)}${shown.padStart(18)}`);
  }
  lines.push('', 'threshold  recall promised');
  for (const promise of promises) {
    const short = promise.promised ? '' : `  (less than ${recall})`;
    lines.push(
      `${String(promise.threshold).padStart(9)}  ${formatSimilarity(promise.recall, recall, 4)}${short}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function readCall<const Options extends Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>>(
  verb: string,
  args: string[],
  options: Options,
) {
  const { values, positionals } = parseCall(args, options);
  if (positionals.length !== 1)
    throw new UsageError(`index ${verb}: expected one DIR, got ${positionals.length}`);
  return { values, directory: positionals[0] };
}
