import { type DumpDamage, reasonOf } from '../damage.ts';

/** Thrown for a page, a column or a footer of a Parquet file that is invalid: `damage` says what is wrong. */
export class ParquetError extends Error {
  readonly damage: DumpDamage;

  constructor(damage: DumpDamage) {
    super(reasonOf(damage));
    this.name = 'ParquetError';
    this.damage = damage;
  }
}

/** The error for a stated size, count or offset that cannot be true. */
export function falseClaim(detail: string): ParquetError {
  return new ParquetError({ code: 'false-claim', detail });
}

/** The damage behind an error thrown while a Parquet file is read. Errors of decoders mean undecodable data. */
export function damageOf(error: unknown): DumpDamage {
  if (error instanceof ParquetError) return error.damage;
  return { code: 'undecodable', detail: detailOf(error) };
}

/**
 * What an error says is wrong. hyparquet trusts the bytes, so that JavaScript itself complains where they are not what they should
 * be, in words that tell nothing about the file.
 */
export function detailOf(error: unknown): string {
  if (error instanceof TypeError) return 'a field of it is missing or of another type';
  if (error instanceof RangeError) return 'a length in it cannot be true';
  return (error as Error).message;
}
