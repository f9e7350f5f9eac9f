import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

const folder = resolve(import.meta.dirname, '../../schemas');

/** A JSON Schema, as far as tests look into it. */
export interface Schema {
  readonly $id?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema | boolean>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** The schemas of the package by name: `decision` for `decision.schema.json`. */
export const schemas: ReadonlyMap<string, Schema> = new Map(
  readdirSync(folder).map((file) => [
    file.replace('.schema.json', ''),
    JSON.parse(readFileSync(resolve(folder, file), 'utf8')) as Schema,
  ]),
);

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
for (const schema of schemas.values()) ajv.addSchema(schema);

/** What is wrong with a value by the schema of this name: nothing, where it is valid. */
export function problems(name: string, value: unknown): string[] {
  const validate = ajv.getSchema(`${name}.schema.json`);
  if (validate === undefined) throw new Error(`there is no schema ${name}`);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
