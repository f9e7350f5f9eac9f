import { measureEngineSites } from './engine-verdicts.ts';
import { measureGeneratedSites } from './generated-sites.ts';
import { measureRealSites } from './real-sites.ts';

/**
 * What is dropped with and without the site model: on real sites by a crude rule, on generated ones and those of public
 * generators by what was planted.
 */
export async function run(): Promise<void> {
  await measureRealSites();
  process.stdout.write('\n');
  await measureGeneratedSites();
  process.stdout.write('\n');
  await measureEngineSites();
}
