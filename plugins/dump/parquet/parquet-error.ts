import { type DumpDamage, reasonOf } from '../damage.ts';

/** Thrown where a page, a column or the footer of a Parquet file cannot be right: `damage` says what is wrong. */
export class ParquetError extends Error {
  readonly damage: DumpDamage;

  constructor(damage: DumpDamage) {
    super(reasonOf(damage));
    this.name = 'ParquetError';
    this.damage = damage;
  }
}

/** A size, a count or a place that the file states and that cannot be true. */
export function falseClaim(detail: string): ParquetError {
  return new ParquetError({ code: 'false-claim', detail });
}

/** The damage behind anything thrown while a Parquet file is read: what decoders throw is what does not decode. */
export function damageOf(error: unknown): DumpDamage {
  if (error instanceof ParquetError) return error.damage;
  return { code: 'undecodable', detail: (error as Error).message };
}
