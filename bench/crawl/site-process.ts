// Serves a site on loopback in a process of its own, so that its cost is not counted: `node site-process.js
// SITE.json`.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { html, prose } from '../../test/crawlee/pages.ts';
import { serveRealSite } from '../../test/crawlee/real-site.ts';
import { htmlShapes, textShapes } from '../hostile/shapes.ts';
import type { SitePlan } from './site.ts';

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as SitePlan;
const { origin, paths } = 'file' in plan ? await real(plan) : await generated(plan);
process.stdout.write(`${JSON.stringify({ origin, paths })}\n`);

function real({ file, every }: Extract<SitePlan, { file: string }>) {
  return serveRealSite(file, (i) => i % every === 0);
}

/**
 * `/CONTENT/COPY`: the copies of a content have one text in the same template. `/hostile/N`: pages that make readers
 * slow.
 */
async function generated({ contents, copies, words, hostileBytes }: Extract<SitePlan, { contents: number }>) {
  const texts = Array.from({ length: contents }, (_, i) => html(prose(i, words), `Page ${i}`));
  const shapes = hostileBytes === undefined ? [] : Object.values({ ...textShapes, ...htmlShapes });
  const server = createServer((request, response) => {
    const [, first, second] = request.url?.split('/') ?? [];
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(first === 'hostile' ? shapes[Number(second)]?.(hostileBytes!) : texts[Number(first)]);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const all: string[] = [];
  for (let copy = 0; copy < copies; copy++) {
    for (let content = 0; content < contents; content++) all.push(`/${content}/${copy}`);
  }
  const apart = Math.ceil(all.length / (shapes.length + 1));
  const paths = all.flatMap((path, i) =>
    i % apart === apart - 1 && i < apart * shapes.length ? [path, `/hostile/${(i + 1) / apart - 1}`] : [path],
  );
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
}
