import { type DumpDamage, reasonOf } from './damage.ts';
import { fileFormats } from './formats.ts';
import { InputError, type InputErrorCode } from './input-error.ts';

/** A file that is no source. */
export interface Refusal {
  readonly path: string;
  /** For a file that neardup wrote: its kind. */
  readonly ownFormat?: string;
  /** Absent if the file has no supported format. */
  readonly damage: Extract<DumpDamage, { code: 'unreadable' | 'unsupported' }> | undefined;
  readonly cause?: unknown;
}

/** What is thrown for it. */
export function refused({ path, damage, cause, ownFormat }: Refusal): InputError {
  if (ownFormat !== undefined) {
    const reason = `expected pages; these are results of neardup (${ownFormat}): name the input of that run instead`;
    return new InputError('NEARDUP_INPUT_UNKNOWN', path, reason);
  }
  if (damage === undefined) {
    const titles = fileFormats.map(({ title }) => title).join(', ');
    return new InputError('NEARDUP_INPUT_UNKNOWN', path, `expected ${titles}; this is none of them`);
  }
  return new InputError(codeOf(damage), path, reasonOf(damage), { cause });
}

function codeOf(damage: NonNullable<Refusal['damage']>): InputErrorCode {
  if (damage.code === 'unsupported') return 'NEARDUP_INPUT_UNSUPPORTED';
  return damage.systemCode === 'ENOENT' ? 'NEARDUP_INPUT_MISSING' : 'NEARDUP_INPUT_UNREADABLE';
}

/** A file or folder that the system does not let us read. @param cause what it says */
export function unreadable(path: string, cause: unknown): Refusal {
  const { code, message: detail } = cause as NodeJS.ErrnoException;
  return {
    path,
    damage: { code: 'unreadable', ...(code === undefined ? {} : { systemCode: code }), detail },
    cause,
  };
}
