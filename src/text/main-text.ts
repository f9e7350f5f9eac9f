import type { Blocks } from './blocks.ts';
import { BOILERPLATE, HEADING, tagOf, traitsOf } from './tags.ts';

const BLOCK_COST = 30;
const LINK_COST = 1;
const NEG = 0.3;
const PRUNE = 0;
const HEADV = 0;
const SIB = 0.2;
const negative =
  /comment|disqus|sidebar|side-bar|related|recommend|share|social|promo|advert|\bads?\b|sponsor|banner|breadcrumb|footer|footnote|masthead|\bnav|menu|newsletter|subscri|popup|modal|cookie|consent|widget|meta|tags?\b|byline|author-?(bio|info)|popular|trending|most-read|pagination|pager|outbrain|taboola|signup|login|teaser|toolbar|rating|caption/i;
const boilerplateRole =
  /\b(navigation|banner|contentinfo|complementary|search|dialog|alertdialog|menu|menubar|toolbar)\b/;
const body = tagOf('body'),
  html = tagOf('html');

let keep = new Uint8Array(1024);
let textSums = new Float64Array(0),
  linkSums = new Float64Array(0),
  valueSums = new Float64Array(0);
let dropped = new Uint8Array(0),
  weight = new Float64Array(0);

/** Marks the blocks of the main text: the elements whose text outweighs their links and short lines. */
export function keepMainText(blocks: Blocks): Uint8Array {
  const {
    count,
    nodeCount,
    starts,
    ends,
    linked,
    nodes,
    parents,
    tags,
    firstBlocks,
    endBlocks,
    hidden,
    names,
  } = blocks;
  if (textSums.length < count + 1) {
    keep = new Uint8Array(2 * count + 2);
    textSums = new Float64Array(2 * count + 2);
    linkSums = new Float64Array(2 * count + 2);
    valueSums = new Float64Array(2 * count + 2);
  }
  if (dropped.length < nodeCount) {
    dropped = new Uint8Array(2 * nodeCount);
    weight = new Float64Array(2 * nodeCount);
  }
  for (let b = 0; b < count; b++) {
    textSums[b + 1] = textSums[b]! + ends[b]! - starts[b]!;
    linkSums[b + 1] = linkSums[b]! + linked[b]!;
  }
  const total = textSums[count]!;
  const size = (n: number) => textSums[endBlocks[n]!]! - textSums[firstBlocks[n]!]!;
  dropped[0] = 0;
  weight[0] = 1;
  for (let n = 1; n < nodeCount; n++) {
    const parent = parents[n]!;
    dropped[n] = dropped[parent]!;
    weight[n] = weight[parent]!;
    if (dropped[n]) continue;
    const name = names[n]!;
    if (
      (traitsOf(tags[n]!) & BOILERPLATE) !== 0 ||
      hidden[n] ||
      (name !== '' && boilerplateRole.test(name))
    ) {
      if (size(n) < total / 2) {
        dropped[n] = 1;
        continue;
      }
    }
    if (name !== '' && tags[n] !== body && tags[n] !== html) {
      if (negative.test(name) && size(n) < total * 0.6) weight[n] = Math.min(weight[n]!, NEG);
    }
  }
  let s = 0;
  for (let b = 0; b < count; b++) {
    const n = nodes[b]!;
    if (!dropped[n]) {
      const isHeading = (traitsOf(tags[n]!) & HEADING) !== 0;
      const l = linked[b]!,
        t = ends[b]! - starts[b]! - l;
      let v = isHeading ? HEADV : t - LINK_COST * l - BLOCK_COST;
      if (v > 0) v *= weight[n]!;
      s += v;
    }
    valueSums[b + 1] = s;
  }
  const value = (n: number) => valueSums[endBlocks[n]!]! - valueSums[firstBlocks[n]!]!;
  let best = 0;
  for (let n = 1; n < nodeCount; n++) if (!dropped[n] && value(n) >= value(best)) best = n;
  keep.fill(0, 0, count);
  for (let b = firstBlocks[best]!; b < endBlocks[best]!; b++) if (!dropped[nodes[b]!]) keep[b] = 1;
  // prune bad subtrees
  const end = endBlocks[best]!;
  for (let n = best + 1; n < nodeCount && firstBlocks[n]! < end; n++) {
    if (dropped[n]) continue;
    if (dropped[parents[n]!]) {
      dropped[n] = 1;
      continue;
    }
    const v = value(n),
      len = size(n),
      link = linkSums[endBlocks[n]!]! - linkSums[firstBlocks[n]!]!;
    if (
      (v < PRUNE && link > 0.3 * len && (traitsOf(tags[n]!) & HEADING) === 0) ||
      (weight[n]! < 1 && value(n) < SIB * value(best))
    ) {
      dropped[n] = 1;
      for (let b = firstBlocks[n]!; b < endBlocks[n]!; b++) keep[b] = 0;
    }
  }
  return keep;
}
