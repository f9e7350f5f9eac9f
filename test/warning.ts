/** The next warning of the process by neardup: others may come of what other tests of this process have done. */
export function nextWarning(): Promise<Error & { code?: string }> {
  return new Promise((resolve) => {
    const see = (warning: Error & { code?: string }): void => {
      if (warning.code?.startsWith('NEARDUP_') !== true) return;
      process.off('warning', see);
      resolve(warning);
    };
    process.on('warning', see);
  });
}
