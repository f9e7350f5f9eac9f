import { parseAst } from 'vitest/node';

/** A node of the syntax tree (ESTree); `start` and `end` are offsets into the source. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/**
 * The syntax tree of a TypeScript or AssemblyScript source.
 *
 * AssemblyScript decorates functions, which TypeScript's grammar does not allow: decorators are read as blanks.
 */
export function parse(source: string): Node {
  const readable = source.replace(/^@\w+(\([^()\n]*\))?(?=\s)/gm, (decorator) =>
    ' '.repeat(decorator.length),
  );
  return parseAst(readable, { lang: 'ts' }) as unknown as Node;
}

/** Visits every node that does something when the program runs, with its ancestors, the nearest first. */
export function visit(
  node: Node,
  see: (node: Node, ancestors: readonly Node[]) => void,
  ancestors: readonly Node[] = [],
): void {
  see(node, ancestors);
  const inner = [node, ...ancestors];
  for (const child of children(node)) if (runs(child, inner)) visit(child, see, inner);
}

function* children(node: Node): Generator<Node> {
  for (const [field, value] of Object.entries(node)) {
    if (field === 'key' && node.computed !== true) continue;
    for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) yield part;
  }
}

/** Whether a value is a node of the tree. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** TypeScript's nodes that wrap an expression. Its other nodes are types. */
const wrappers = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
]);

function runs(node: Node, ancestors: readonly Node[]): boolean {
  if (node.type.startsWith('TS')) return wrappers.has(node.type);
  if (node.declare === true || node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') {
    return false;
  }
  // the words of an error are for people; the numbers in it are data
  if (node.type === 'TemplateLiteral') return !ancestors.some(({ type }) => type === 'ThrowStatement');
  return !isLog(node);
}

/** Whether a call only reports progress to people. */
function isLog(node: Node): boolean {
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return false;
  const path = memberPath(node.callee);
  return path.startsWith('console.') || path.startsWith('process.stderr.');
}

/** `a.b.c` of a member expression of names; empty for any other expression. */
export function memberPath(node: Node): string {
  if (node.type === 'Identifier') return String(node.name);
  if (node.type !== 'MemberExpression' || node.computed === true) return '';
  const object = memberPath(node.object as Node);
  return object === '' ? '' : `${object}.${(node.property as Node).name}`;
}
