/**
 * Milliseconds of processor time that this process has taken, in all of its threads.
 *
 * Bounds on how long something may take are bounds on this: the clock on the wall goes on while others compute.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
