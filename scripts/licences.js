// The licences of the packages that are part of the bundles of `dist`. Each must accompany what is made of it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {Iterable<string>} files that were bundled, as absolute paths
 * @returns {string} name, version and licence of each of their packages, by name
 */
export function licencesOf(files) {
  const folders = new Set();
  for (const file of files) {
    // the last one: packages may have packages of their own
    const [folder] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  return [...folders].map(licenceOf).sort().join('\n');
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined && license === undefined) throw new Error(`${folder}: expected a licence; got none`);
  const text = file === undefined ? license : readFileSync(join(folder, file), 'utf8').trim();
  return `${name} ${version}\n\n${text}\n`;
}
