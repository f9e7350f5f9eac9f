/** Bits kept of each component, and number of components in a byte. */
const KEPT_BITS = 2;
const COMPONENTS_PER_BYTE = 8 / KEPT_BITS;

/** Bytes of the digest of a sketch of `components` components. */
export function digestBytes(components: number): number {
  return Math.ceil(components / COMPONENTS_PER_BYTE);
}

/**
 * The lowest two bits of every component of a MinHash sketch, four components a byte: small enough to be stored with
 * every entry that leads to a page, and enough to reject most candidates that are not similar (b-bit minwise
 * hashing, Li & König, WWW 2010).
 *
 * @returns Uint8Array(digestBytes(sketch.length))
 */
export function sketchDigest(sketch: Int32Array): Uint8Array {
  const digest = new Uint8Array(digestBytes(sketch.length));
  for (let i = 0; i < sketch.length; i++) digest[i >>> 2] |= (sketch[i] & 3) << (KEPT_BITS * (i & 3));
  return digest;
}

/**
 * Number of components whose bits agree in two digests of `components` components: `digest`, and the bytes of `other`
 * from `start` on.
 */
export function agreeingInDigests(
  digest: Uint8Array,
  other: Uint8Array,
  start: number,
  components: number,
): number {
  // Unused bits of the last byte are 0 in both, and agree.
  let agreeing = components - COMPONENTS_PER_BYTE * digest.length;
  for (let k = 0; k < digest.length; k++) agreeing += EQUAL_PAIRS[digest[k] ^ other[start + k]];
  return agreeing;
}

/** Probability that the kept bits of a component agree for two sets of resemblance `resemblance`. */
export function digestAgreement(resemblance: number): number {
  return resemblance + (1 - resemblance) / 2 ** KEPT_BITS;
}

/** For each byte, how many of its four pairs of bits are 0. */
const EQUAL_PAIRS = Uint8Array.from({ length: 256 }, (_, byte) => {
  let equal = 0;
  for (let shift = 0; shift < 8; shift += KEPT_BITS) if (((byte >>> shift) & 3) === 0) equal++;
  return equal;
});
