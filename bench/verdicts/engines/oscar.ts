import { resolve } from 'node:path';
import { type Engine, runEngine, writeFiles } from './engine.ts';

/** django-oscar with its default templates: products with a price, a table, terms of delivery; other pages beside. */
export const oscar: Engine = {
  name: 'oscar',
  kind: 'shop',
  needs: 'oscar/bin/django-admin',
  isHeldOut: true,
  async build(folder, build) {
    await writeFiles(folder, { 'build.json': JSON.stringify(build) });
    const printed = await runEngine(
      'oscar/bin/python',
      [resolve('bench/verdicts/engines/oscar-pages.py'), 'build.json'],
      folder,
    );
    return new Map(JSON.parse(printed.slice(printed.lastIndexOf('\n[') + 1)) as [string, string][]);
  },
};
