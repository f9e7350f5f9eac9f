import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { neardup } from '../cli/run.ts';

/**
 * Two dumps of three hosts: some pages with a template, some equal, some changed, some about another thing, some without text. Some ids
 * are in both dumps, or twice in one, or what another page is called by its place.
 */
export function writeDumps(folder: string): string[] {
  const [one, two] = ['one', 'two'].map((name) => join(folder, `${name}.jsonl`));
  const ids = [
    { 1: 'page 1', 7: 'page 7', 13: 'page 13', 14: 'page 13', 20: 'page 20' },
    { 1: 'page 1', 3: `${two}:2`, 7: 'page 7', 12: `${one}:15`, 20: 'page 20', 21: 'page 20' },
  ] as const;
  return [one, two].map((path, input) => {
    const named: Readonly<Record<number, string>> = ids[input];
    const lines = Array.from({ length: 24 }, (_, i) => JSON.stringify({ id: named[i], ...pageOf(input, i) }));
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  });
}

/** A dump of five persons, two of one name, each in ten lines above one notice. */
export function writeRecords(folder: string): string {
  const path = join(folder, 'records.jsonl');
  const record = (name: string, i: number): string => {
    const facts = Array.from({ length: 10 }, (_, k) => {
      return `<tr><td>Label ${k}</td><td>${words(1000 * (i + 1) + k, 3)}</td></tr>`;
    });
    const html = `<div><h1>${name}</h1><table>${facts.join('')}</table><p>${words(9, 600)}</p></div>`;
    return JSON.stringify({ url: `https://kin.example/person/${i}`, html });
  };
  writeFileSync(path, ['Ann', 'Ben', 'Cid', 'Dot', 'Ann'].map(record).join('\n'));
  return path;
}

/** A dump of a hundred equal pages: a cluster that is named as giant. */
export function writeGiant(folder: string): string {
  const path = join(folder, 'giant.jsonl');
  const lines = Array.from({ length: 100 }, (_, i) => `{"id":"${i}","text":"one text of many pages"}\n`);
  writeFileSync(path, lines.join(''));
  return path;
}

function pageOf(input: number, i: number): { readonly url: string; readonly html: string } {
  const host = ['docs.example', 'news.example', 'shop.example'][i % 3];
  // pages of the first host are short in part, and have a notice in the second dump
  const isFirst = i % 3 === 0;
  const template = isFirst ? words(7, 60) : '';
  const notice = isFirst && input === 1 ? words(8, 40) : '';
  const count = i % 6 === 0 ? 12 : 70;
  const text = i % 8 === 7 ? '' : words(i % 5 === 4 ? i - 1 : i + 1000 * (i % 2) * input, count);
  const changed = i % 4 === 3 ? text.replace(/\w+ \w+$/, 'at last') : text;
  return {
    url: `https://${host}/page-${input}/${i}`,
    html: `<html><head><title>Thing ${i % 7}</title></head><body><p>${template}</p><p>${notice}</p><h1>Thing ${i % 7}</h1><p>${changed}</p></body></html>`,
  };
}

function words(seed: number, count: number): string {
  let state = seed + 1;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return `word${state % 997}`;
  }).join(' ');
}

/** Runs `mr run` in a folder, in so many partitions, with `ofRun` besides, and expects the files of `dedup`, and `code`, of both. Returns the lines of each, by name. */
export async function expectSameFiles(
  inputs: readonly string[],
  folder: string,
  options: readonly string[] = [],
  parts = 1,
  code = 0,
  ofRun: readonly string[] = [],
): Promise<Readonly<Record<string, number>>> {
  const staged = join(folder, 'mr');
  const run = ['mr', 'run', '--local', ...inputs, '--out', staged, '--quiet', '--parts', String(parts)];
  const got = await neardup([...run, ...options, ...ofRun]);
  if (code === 0) expect(got.stderr).toBe('');
  expect(got.code, got.stderr).toBe(code);
  return expectFilesOfDedup(inputs, staged, folder, options, code);
}

/** Runs `dedup` in a folder, and expects its files in `staged`, too. Returns the lines of each, by name. */
export async function expectFilesOfDedup(
  inputs: readonly string[],
  staged: string,
  folder: string,
  options: readonly string[] = [],
  code = 0,
): Promise<Readonly<Record<string, number>>> {
  const whole = join(folder, 'dedup');
  expect((await neardup(['dedup', ...inputs, '--out', whole, '--quiet', ...options])).code).toBe(code);
  const lines: Record<string, number> = {};
  for (const name of resultFiles) {
    const [expected, text] = [whole, staged].map((each) => readFileSync(join(each, `${name}.jsonl`), 'utf8'));
    expect(text.split('\n'), `${name}.jsonl`).toEqual(expected.split('\n'));
    lines[name] = expected.split('\n').length - 1;
  }
  expect(summaryIn(staged)).toEqual(summaryIn(whole));
  return lines;
}

/** What a run over pages writes beside its summary. */
export const resultFiles = [
  ...['decisions', 'pairs', 'alike', 'clusters', 'templates', 'removals', 'hosts', 'declared'],
];

/** What `summary.json` says, but for times, memory and what was looked at on the way. */
export function summaryIn(folder: string): object {
  const { milliseconds, peakMemoryBytes, candidates, ...summary } = JSON.parse(
    readFileSync(join(folder, 'summary.json'), 'utf8'),
  );
  return summary;
}
