import type { DamagedSpot } from '../dump/index.ts';
import { inThousands, many } from './numbers.ts';
import { printable } from './printable.ts';

/** Most spots that a printed summary names; `--json` has all of them. */
const MOST_SPOTS = 10;

/** One damaged spot: where it is, and what is wrong with it. */
export function damageLine({ file, offset, reason }: DamagedSpot): string {
  return printable(`${file} at ${offset}: ${reason}`);
}

/** {@link damageLines} as a paragraph after printed words; '' if there is no damage. */
export function damageParagraph(spots: readonly DamagedSpot[]): string {
  return spots.length === 0 ? '' : `\n${damageAlone(spots)}`;
}

/** {@link damageLines} with nothing before them: what even a quiet call says, to tell why its exit code is 3. */
export function damageAlone(spots: readonly DamagedSpot[]): string {
  return damageLines(spots)
    .map((line) => `${line}\n`)
    .join('');
}

/** The lines of a printed summary about damage; none if there is no damage. */
export function damageLines(spots: readonly DamagedSpot[]): string[] {
  if (spots.length === 0) return [];
  const lines = [`damaged: ${many(spots.length, 'spot')} in the input; what was there is missing here`];
  for (const spot of spots.slice(0, MOST_SPOTS)) lines.push(`    ${damageLine(spot)}`);
  if (spots.length > MOST_SPOTS) lines.push(`    … and ${inThousands(spots.length - MOST_SPOTS)} more`);
  return lines;
}
