/** The path with `/` between its parts, and without `./` in front. */
export function nameOf(path: string): string {
  return (process.platform === 'win32' ? path.replaceAll('\\', '/') : path).replace(/^(?:\.\/+)+(?=.)/, '');
}
