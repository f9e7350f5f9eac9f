/** Most names that are taken of a page. */
const most = 8;
/** Longer ones are no names, in code units. */
const longest = 200;

/** Words joined by what separates the parts of a name in a language: `java.util.Map`, `cats::Functor`, `Reader\Xlsx`; or of a path. */
const qualifiedName =
  /(?<![^\s(«"])`?[\p{L}_$][\p{L}\p{N}_$-]*`?(?:(?:\.|::|[\\/#])`?[\p{L}_$][\p{L}\p{N}_$-]*`?)+(?![^\s<>([,;:»"])/gu;

/** The qualified names in some lines, in order. O(text). */
export function qualifiedNamesIn(lines: string): readonly string[] {
  const found: string[] = [];
  for (const [name] of lines.matchAll(qualifiedName)) {
    if (name.length <= longest) found.push(name);
    if (found.length === most) break;
  }
  return found;
}
