import { resolve } from 'node:path';
import { type Engine, runEngine, writeFiles } from '../../engines/engine.ts';

/** A site that a script of `NAME-pages.py` renders with a library of Python. */
function pythonSite(name: string, kind: Engine['kind']): Engine {
  return {
    name,
    kind,
    needs: `${name}/bin/${name}`,
    isHeldOut: true,
    async build(folder, build) {
      await writeFiles(folder, { 'build.json': JSON.stringify(build) });
      const script = resolve('bench/verdicts/third-group/engines', `${name}-pages.py`);
      const printed = await runEngine(`${name}/bin/python`, [script], folder);
      return new Map(JSON.parse(printed.slice(printed.lastIndexOf('\n[') + 1)) as [string, string][]);
    },
  };
}

/** Lektor with its quickstart project: posts of a blog, each with an author and the terms of the site. */
export const lektor: Engine = pythonSite('lektor', 'news');

/** An Otter Wiki: pages of Markdown in git, with a form to edit them and a box of shortcuts. */
export const otterwiki: Engine = { ...pythonSite('otterwiki', 'wiki'), needs: 'otterwiki/bin/flask' };
