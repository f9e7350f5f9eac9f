import { isNode, memberPath, type Node } from './syntax.ts';

/** Replaces the characters from `start` to `end` of a source. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A node and its context, for the operators. */
interface Place {
  readonly node: Node;
  /** The nearest first. */
  readonly ancestors: readonly Node[];
  readonly source: string;
}

/** For each operator, the edits that it proposes for a node: alternatives, of which a draw takes one. */
export const operators = {
  /** A bound includes one more value, or one fewer. */
  bound: ({ node, source }) => exchanged(node, source, 'BinaryExpression', bounds),
  equality: ({ node, source }) => exchanged(node, source, 'BinaryExpression', equalities),
  arithmetic: ({ node, source }) => [
    ...exchanged(node, source, 'BinaryExpression', arithmetic),
    ...exchanged(node, source, 'AssignmentExpression', assignments),
  ],
  /** Exchanges two operators of different precedence. Parentheses keep the operands. */
  logic: (place) => [
    ...bracketed(place, exchanged(place.node, place.source, 'LogicalExpression', logic)),
    ...bracketed(place, exchanged(place.node, place.source, 'BinaryExpression', bits)),
    ...withoutLeft(place),
  ],
  update: ({ node, source }) => {
    if (node.type !== 'UpdateExpression') return [];
    const start = node.prefix === true ? node.start : node.end - 2;
    return [{ start, end: start + 2, text: source.startsWith('++', start) ? '--' : '++' }];
  },
  constant: ({ node }) => constants(node),
  condition: ({ node, source }) => negated(node, source),
  statement: ({ node, ancestors }) => dropped(node, ancestors[0]),
  call: withoutCall,
  method: ({ node }) => otherMethod(node),
  swap: ({ node, source }) => swapped(node, source),
  return: ({ node, source }) => earlyReturns(node, source),
} satisfies Record<string, (place: Place) => Edit[]>;

export type Operator = keyof typeof operators;

const bounds: Exchange = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const equalities: Exchange = { '===': '!==', '!==': '===', '==': '!=', '!=': '==' };
const arithmetic: Exchange = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
};
const assignments: Exchange = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '%=': '*=',
  '<<=': '>>=',
  '>>=': '<<=',
  '>>>=': '<<=',
  '|=': '&=',
  '&=': '|=',
  '^=': '|=',
};
const logic: Exchange = { '&&': '||', '||': '&&' };
const bits: Exchange = { '&': '|', '|': '&', '^': '&' };

type Exchange = Readonly<Record<string, string>>;

function exchanged(node: Node, source: string, type: string, exchange: Exchange): Edit[] {
  const operator = String(node.operator);
  if (node.type !== type || !Object.hasOwn(exchange, operator)) return [];
  const start = operatorStart(node, source);
  return [{ start, end: start + operator.length, text: exchange[operator] }];
}

/** Offset of the operator between two operands, ignoring comments. */
function operatorStart({ left, right, operator }: Node, source: string): number {
  const from = (left as Node).end;
  const between = source
    .slice(from, (right as Node).start)
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => ' '.repeat(comment.length));
  return from + between.indexOf(String(operator));
}

/** The same edits, with parentheses around the node if it is itself an operand and has none yet. */
function bracketed({ node, ancestors: [parent], source }: Place, edits: Edit[]): Edit[] {
  if (source[node.start - 1] === '(' && source[node.end] === ')') return edits;
  if (parent?.type !== 'LogicalExpression' && parent?.type !== 'BinaryExpression') return edits;
  return edits.map(({ start, end, text }) => ({
    start: node.start,
    end: node.end,
    text: `(${source.slice(node.start, start)}${text}${source.slice(end, node.end)})`,
  }));
}

/** `a ?? b` becomes `b`. */
function withoutLeft({ node, source }: Place): Edit[] {
  if (node.type !== 'LogicalExpression' || node.operator !== '??') return [];
  return [{ start: node.start, end: node.end, text: textOf(node.right as Node, source) }];
}

/** Adds and subtracts one; swaps true and false. */
function constants({ type, value, raw, bigint, start, end }: Node): Edit[] {
  if (type !== 'Literal') return [];
  if (typeof value === 'boolean') return [{ start, end, text: String(!value) }];
  if (typeof bigint === 'string') {
    return [1n, -1n].map((step) => ({ start, end, text: `${inBrackets(BigInt(bigint) + step)}` }));
  }
  if (typeof value !== 'number') return [];
  const decimals = /^\d*\.(\d+)$/.exec(String(raw))?.[1].length ?? 0;
  return [1, -1].map((step) => ({ start, end, text: inBrackets((value + step).toFixed(decimals)) }));
}

function inBrackets(value: string | bigint): string {
  const text = typeof value === 'bigint' ? `${value}n` : value;
  return text.startsWith('-') ? `(${text})` : text;
}

/** Negates conditions. Those that are a single comparison for equality are left to `equality`. */
function negated(node: Node, source: string): Edit[] {
  const test = node.test;
  if (!isNode(test) || node.type === 'SwitchCase') return [];
  if (test.type === 'BinaryExpression' && Object.hasOwn(equalities, String(test.operator))) return [];
  const { start, end } = test;
  if (test.type === 'UnaryExpression' && test.operator === '!') {
    return [{ start, end, text: textOf(test.argument as Node, source) }];
  }
  return [{ start, end, text: `!(${textOf(test, source)})` }];
}

const droppable = new Set([
  'CallExpression',
  'AwaitExpression',
  'AssignmentExpression',
  'UpdateExpression',
  'YieldExpression',
]);

function dropped({ type, start, end, expression }: Node, parent: Node | undefined): Edit[] {
  const drops =
    type === 'ThrowStatement' ||
    type === 'ContinueStatement' ||
    // without its break a case falls through, which the compiler refuses
    (type === 'BreakStatement' && parent?.type !== 'SwitchCase') ||
    (type === 'ExpressionStatement' && isNode(expression) && droppable.has(unwrapped(expression).type));
  return drops ? [{ start, end, text: ';' }] : [];
}

/** `x.sort()` becomes `x`, and `f(x)` becomes `x`. A call that is a whole statement is left to `statement`. */
function withoutCall({ node, ancestors, source }: Place): Edit[] {
  if (node.type !== 'CallExpression' || isStatement(ancestors)) return [];
  const callee = node.callee as Node;
  const given = node.arguments as Node[];
  const { start, end } = node;
  const edits: Edit[] = [];
  if (callee.type === 'MemberExpression' && callee.computed === false && !/^[A-Z]/.test(memberPath(callee))) {
    // up to the dot, so that parentheses around the object stay
    const object = source.slice(start, (callee.property as Node).start).replace(/\s*\??\.\s*$/, '');
    edits.push({ start, end, text: object });
  }
  if (given.length === 1 && given[0].type !== 'SpreadElement' && memberPath(callee) !== '') {
    edits.push({ start, end, text: `(${textOf(given[0], source)})` });
  }
  return edits;
}

function isStatement(ancestors: readonly Node[]): boolean {
  const about = ancestors.find(({ type }) => type !== 'AwaitExpression' && type !== 'ChainExpression');
  return about?.type === 'ExpressionStatement';
}

const otherMethods: Exchange = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};

function otherMethod(node: Node): Edit[] {
  if (node.type !== 'MemberExpression' || node.computed === true) return [];
  const { start, end, name } = node.property as Node;
  return Object.hasOwn(otherMethods, String(name)) ? [{ start, end, text: otherMethods[String(name)] }] : [];
}

/** Functions for which the order of arguments does not matter. */
const commutative = /^((Math\.)?(min|max)|Math\.(imul|hypot)|[if]\d+x\d+\.(min|max|add|mul|eq|ne)(_[su])?)$/;

/** Swaps two successive arguments. */
function swapped(node: Node, source: string): Edit[] {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
  if (commutative.test(memberPath(node.callee as Node))) return [];
  const given = node.arguments as Node[];
  return given.slice(1).flatMap((second, i) => {
    const first = given[i];
    const [a, b] = [textOf(first, source), textOf(second, source)];
    if (a === b || first.type === 'SpreadElement' || second.type === 'SpreadElement') return [];
    return [{ start: first.start, end: second.end, text: b + source.slice(first.end, second.start) + a }];
  });
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Makes a function return immediately: nothing, or a plain value that it returns in some other case. */
function earlyReturns(node: Node, source: string): Edit[] {
  if (!functions.has(node.type) || !isNode(node.body) || node.body.type !== 'BlockStatement') return [];
  const statements = node.body.body as Node[];
  const start = node.body.start + 1;
  const returned = [...returnedBy(node.body)];
  if (returned.every((value) => value === undefined)) {
    // for a single statement, `statement` already makes the same change
    const isLonger = statements.length > 1 || (statements[0] && !isNode(statements[0].expression));
    return isLonger ? [{ start, end: start, text: ' return;' }] : [];
  }
  if (statements[0].type === 'ReturnStatement') return [];
  const plain = returned.filter((value) => value !== undefined && isPlain(value));
  return [...new Set(plain.map((value) => ` return ${textOf(value!, source)};`))].map((text) => ({
    start,
    end: start,
    text,
  }));
}

/** The values of the return statements in a function's body, without inner functions. */
function* returnedBy(node: Node): Generator<Node | undefined> {
  if (node.type === 'ReturnStatement') yield isNode(node.argument) ? node.argument : undefined;
  for (const value of Object.values(node)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (isNode(part) && !functions.has(part.type)) yield* returnedBy(part);
    }
  }
}

function isPlain({ type, name, elements, properties }: Node): boolean {
  return (
    type === 'Literal' ||
    (type === 'Identifier' && name === 'undefined') ||
    (type === 'ArrayExpression' && (elements as unknown[]).length === 0) ||
    (type === 'ObjectExpression' && (properties as unknown[]).length === 0)
  );
}

/** An expression without a surrounding `void`, parentheses or `?.`. */
function unwrapped(node: Node): Node {
  if (node.type === 'ChainExpression') return unwrapped(node.expression as Node);
  if (node.type === 'UnaryExpression' && node.operator === 'void') return unwrapped(node.argument as Node);
  return node;
}

function textOf({ start, end }: Node, source: string): string {
  return source.slice(start, end);
}
