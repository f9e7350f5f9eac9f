/** Something worth knowing about an input that seems sound. */
export interface ReadNote {
  /** The first file to which it applies. */
  readonly file: string;
  /** The same in every version, for programs. */
  readonly code: 'no-checksum';
  /** One line for people. */
  readonly text: string;
}

/** A zstd frame without a checksum (RFC 8878, section 3.1.1: it is optional). */
export function noChecksum(file: string): ReadNote {
  return {
    file,
    code: 'no-checksum',
    text: 'its zstd frames carry no checksum: changed bytes may pass for data (zstd --check writes one)',
  };
}
