import { join } from 'node:path';
import {
  classNameOf,
  type Engine,
  readPages,
  runEngine,
  type SiteDocument,
  writeFiles,
} from '../../engines/engine.ts';
import { inheritedMembers } from '../../engines/members.ts';

/** rustdoc: a structure a page, with a trait that all implement and those that every type has. */
export const rustdoc: Engine = {
  name: 'rustdoc',
  kind: 'reference',
  needs: 'rustdoc/rustdoc',
  isHeldOut: true,
  named: (document) => classNameOf(document),
  async build(folder, build) {
    const { version, documents, notice, areLoose } = build;
    const comment = (mark: string, lines: readonly string[]): string =>
      lines.map((line) => `${mark} ${line}\n${mark}\n`).join('');
    const methods = inheritedMembers.map(
      ([name, takes, says]) =>
        `  /// ${says}\n  fn ${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}(&self, ${takes}: u32) -> u32 { ${takes} }\n`,
    );
    const items = documents.map((document) =>
      areLoose
        ? `pub mod ${document.title} {\n${comment('//!', document.paragraphs)}}\n`
        : `${comment('///', [...(notice === '' ? [] : [`<div class="warning">${notice}</div>`]), ...document.paragraphs])}#[derive(Clone, Debug, PartialEq, Default)]\npub struct ${classNameOf(document)} {\n  /// How it is to behave.\n  pub options: u32,\n}\nimpl Base for ${classNameOf(document)} {}\n`,
    );
    const base = `/// What all have in common.\npub trait Base {\n${methods.join('')}}\n`;
    await writeFiles(folder, {
      'lib.rs': `#![allow(warnings)]\n//! Things for ships.\n${base}${items.join('\n')}`,
    });
    await runEngine(
      this.needs,
      ['--edition', '2021', '--crate-name', 'harbour', '--crate-version', version, '-o', 'out', 'lib.rs'],
      folder,
    );
    const pathOf = (document: SiteDocument): string =>
      areLoose ? `${document.title}/index.html` : `struct.${classNameOf(document)}.html`;
    return readPages(build, (document) => join(folder, 'out/harbour', pathOf(document)));
  },
};
