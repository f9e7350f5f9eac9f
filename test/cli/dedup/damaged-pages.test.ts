import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { httpResponse, pageHtml, pageRecord, warcRecord } from '../../dump/warc/warc-writer.ts';
import { neardup } from '../run.ts';

test('a page that came out of damage is marked in its decision, and the run ends with 3', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-damaged-'));
  try {
    const wrong = warcRecord({
      id: 'wrong',
      block: httpResponse(pageHtml(5)),
      extra: ['WARC-Block-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ'],
    });
    const short = warcRecord({
      id: 'short',
      block: httpResponse(pageHtml(6), ['Content-Type: text/html', 'Content-Length: 9999']),
    });
    await writeFile(join(folder, 'in.warc'), Buffer.concat([wrong, short, pageRecord(1)]));
    const { code } = await neardup(['dedup', 'in.warc', '--out', 'out', '--quiet'], { cwd: folder });
    const lines = (await readFile(join(folder, 'out', 'decisions.jsonl'), 'utf8')).trim().split('\n');
    const decisions = lines.map((line) => JSON.parse(line));
    expect([code, decisions.map(({ id, damage }) => [id, damage])]).toEqual([
      3,
      [
        ['wrong', 'digest'],
        ['short', 'short-body'],
        ['urn:test:1', undefined],
      ],
    ]);
    expect(decisions[1].reason).toContain('of 9999 bytes or more');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
