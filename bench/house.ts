import { resolve } from 'node:path';
import { markdownTable } from './measure.ts';
import {
  circlesOf,
  declaredNames,
  entryPoints,
  exportedNames,
  type Import,
  importsOf,
  readSources,
  roomOf,
  type Sources,
} from './sources.ts';

/**
 * How the sources are laid out: names that each entry point exports; files, declared exports and imports
 * of each room; circles.
 *
 * Of this checkout, or of the one that `NEARDUP_HOUSE` names.
 */
export async function run(): Promise<void> {
  const root = resolve(process.env.NEARDUP_HOUSE ?? '.');
  const sources = readSources(root, ['src', 'plugins']);
  const imports = importsOf(sources);
  const lines = [entryTable(root, sources), roomTable(sources, imports), circleList(imports)];
  process.stdout.write(`${lines.join('\n\n')}\n`);
}

function entryTable(root: string, sources: Sources): string {
  const rows = [...entryPoints(root)].map(([name, file]) => [
    name === '' ? 'neardup' : `neardup/${name}`,
    String(exportedNames(sources, file).length),
  ]);
  return markdownTable(['entry point', 'names'], rows);
}

function roomTable(sources: Sources, imports: readonly Import[]): string {
  const files = [...sources.files.keys()];
  const circles = circlesOf(imports);
  const rows = [...new Set(files.map(roomOf))].map((room) => {
    const inRoom = files.filter((file) => roomOf(file) === room);
    const others = imports.filter(({ from, to }) => roomOf(from) === room && roomOf(to) !== room);
    const arrows = [...new Set(others.map(({ to }) => roomOf(to)))].sort();
    return [
      room,
      inRoom.length,
      inRoom.reduce((sum, file) => sum + declaredNames(sources.files.get(file)!).length, 0),
      arrows.length,
      circles.filter((circle) => circle.some((file) => roomOf(file) === room)).length,
      arrows.join(', '),
    ] as const;
  });
  const sum = (column: 1 | 2 | 3): number => rows.reduce((total, row) => total + row[column], 0);
  const table = [...rows, ['all', sum(1), sum(2), sum(3), circles.length, '']];
  return markdownTable(
    ['room', 'files', 'exports', 'arrows', 'circles', 'imports from'],
    table.map((row) => row.map(String)),
  );
}

function circleList(imports: readonly Import[]): string {
  const circles = circlesOf(imports);
  const shown = circles.map((circle) => `- ${circle.join(', ')}`);
  return [`${circles.length} circles of files`, ...shown].join('\n');
}
