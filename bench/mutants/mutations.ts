import { type Edit, type Operator, operators } from './operators.ts';
import { type Node, parse, visit } from './syntax.ts';

/** One small change of a source file. */
export interface Mutation extends Edit {
  readonly file: string;
  readonly operator: Operator;
  /** Line of the first changed character, from 1. */
  readonly line: number;
  /** The changed lines, before and after. */
  readonly before: string;
  readonly after: string;
  /** Which of the file's mutations with the same `before` and `after` this is, from 1. */
  readonly nth: number;
  readonly site: Site;
}

/** The code that must run for a mutation to matter. */
export interface Site {
  readonly kind: 'expression' | 'statement' | 'body';
  readonly start: number;
  readonly end: number;
}

/** The alternatives of an operator at a node, of which a draw takes one. */
export type Place = readonly [Mutation, ...Mutation[]];

/** Every place of a source file to which an operator applies, in the order of the text. */
export function placesOf(file: string, source: string): Place[] {
  const places: Place[] = [];
  const alike = new Map<string, number>();
  visit(parse(source), (node, ancestors) => {
    for (const [operator, edits] of Object.entries(operators)) {
      const alternatives = edits({ node, ancestors, source }).map((edit): Mutation => {
        const site = siteOf(node, ancestors, operator as Operator);
        const shown = linesOf(source, edit);
        const key = `${shown.before}\n${shown.after}`;
        const nth = (alike.get(key) ?? 0) + 1;
        alike.set(key, nth);
        return { ...edit, ...shown, file, operator: operator as Operator, nth, site };
      });
      if (alternatives.length > 0) places.push(alternatives as unknown as Place);
    }
  });
  return places;
}

/** The text of a source with a mutation. */
export function mutated(source: string, { start, end, text }: Edit): string {
  return source.slice(0, start) + text + source.slice(end);
}

const longestShown = 200;

function linesOf(source: string, edit: Edit): { line: number; before: string; after: string } {
  const from = source.lastIndexOf('\n', edit.start - 1) + 1;
  const newline = source.indexOf('\n', edit.end);
  const to = newline < 0 ? source.length : newline;
  const after = source.slice(from, edit.start) + edit.text + source.slice(edit.end, to);
  return {
    line: source.slice(0, edit.start).split('\n').length,
    before: inOneLine(source.slice(from, to)),
    after: inOneLine(after),
  };
}

function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= longestShown ? line : `${line.slice(0, longestShown - 1)}…`;
}

function siteOf(node: Node, ancestors: readonly Node[], operator: Operator): Site {
  if (operator === 'statement') return { kind: 'statement', start: node.start, end: node.end };
  if (operator === 'return') {
    const { start, end } = node.body as Node;
    return { kind: 'body', start, end };
  }
  const { start, end } = operator === 'condition' ? (node.test as Node) : wholeChain(node, ancestors);
  return { kind: 'expression', start, end };
}

/** The smallest expression around `node` that can be evaluated by itself, which a part of `a.b?.c()` cannot. */
function wholeChain(node: Node, ancestors: readonly Node[]): Node {
  let whole = node;
  for (const ancestor of ancestors) {
    if (ancestor.type === 'ExpressionStatement' || !goesOn(ancestor, whole)) break;
    whole = ancestor;
  }
  return whole;
}

/** Whether `node` is the beginning of a chain, or the target of an assignment. */
function goesOn({ type, object, callee, expression, tag, left, argument }: Node, node: Node): boolean {
  return (
    [object, callee, expression, tag].includes(node) ||
    (type === 'AssignmentExpression' && left === node) ||
    (type === 'UpdateExpression' && argument === node)
  );
}
