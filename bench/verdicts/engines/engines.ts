import { docusaurus } from './docusaurus.ts';
import type { Engine } from './engine.ts';
import { hexo } from './hexo.ts';
import { jsdoc } from './jsdoc.ts';
import { mkdocsMaterial } from './mkdocs-material.ts';
import { oscar } from './oscar.ts';
import { pelican } from './pelican.ts';
import { sphinx } from './sphinx.ts';
import { tiddlywiki } from './tiddlywiki.ts';
import { typedoc } from './typedoc.ts';
import { vitepress } from './vitepress.ts';

/** Ten public generators of unlike kinds; those set aside come last. */
export const engines: readonly Engine[] = [
  sphinx,
  docusaurus,
  jsdoc,
  pelican,
  tiddlywiki,
  mkdocsMaterial,
  vitepress,
  typedoc,
  hexo,
  oscar,
];
