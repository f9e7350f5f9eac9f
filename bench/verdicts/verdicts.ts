import { eighthGroup } from './eighth-group/group.ts';
import { measureEngineSites } from './engine-verdicts.ts';
import { fifthGroup } from './fifth-group/group.ts';
import { firstGroup } from './first-group.ts';
import { fourthGroup } from './fourth-group/group.ts';
import { measureGeneratedSites } from './generated-sites.ts';
import { measureIdentityKept } from './identity-kept.ts';
import { measureModelMemory } from './model-memory.ts';
import { ninthGroup } from './ninth-group/group.ts';
import { measureOrder } from './order.ts';
import { measureRealSites } from './real-sites.ts';
import { secondGroup } from './second-group/group.ts';
import { seventhGroup } from './seventh-group/group.ts';
import { sixthGroup } from './sixth-group/group.ts';
import { thirdGroup } from './third-group/group.ts';

const groups = {
  first: firstGroup,
  second: secondGroup,
  third: thirdGroup,
  fourth: fourthGroup,
  fifth: fifthGroup,
  sixth: sixthGroup,
  seventh: seventhGroup,
  eighth: eighthGroup,
  ninth: ninthGroup,
};
/** If set, only these groups of sites are measured, by their names above. */
const only = process.env.NEARDUP_BENCH_GROUPS?.split(',').map(groupName);

/**
 * Measures what is dropped with and without the site model: on real sites by a crude rule, on generated sites and
 * those of public generators by what was planted. Then checks whether pages keep their headings and whether verdicts
 * depend on the order, and measures the memory of the model. `NEARDUP_BENCH_GROUPS=fourth` measures only that group
 * of sites.
 */
export async function run(): Promise<void> {
  if (only !== undefined) {
    for (const name of only) await measureEngineSites(groups[name]);
    return;
  }
  await measureRealSites();
  process.stdout.write('\n');
  await measureGeneratedSites();
  process.stdout.write('\n');
  const pages = await measureEngineSites(firstGroup);
  process.stdout.write('\n');
  for (const group of [
    secondGroup,
    thirdGroup,
    fourthGroup,
    fifthGroup,
    sixthGroup,
    seventhGroup,
    eighthGroup,
    ninthGroup,
  ]) {
    await measureEngineSites(group);
    process.stdout.write('\n');
  }
  await measureIdentityKept();
  process.stdout.write('\n');
  await measureOrder({ ...(pages.length > 0 && { 'sites of generators': pages }) });
  process.stdout.write('\n');
  await measureModelMemory();
}

function groupName(name: string): keyof typeof groups {
  if (Object.hasOwn(groups, name)) return name as keyof typeof groups;
  const names = Object.keys(groups).join(', ');
  process.stderr.write(
    `bench: expected some of ${names} in NEARDUP_BENCH_GROUPS, between commas; got ${name}\n`,
  );
  process.exit(2);
}
