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
  return { code: 'undecodable', detail: (error as Error).message };
}
