/// <reference lib="dom" />
import {
  CLUSTERS_ELEMENT,
  type EmbeddedClusters,
  type EmbeddedText,
  TEXT_BLOCK_ELEMENT,
} from '../embedded.ts';
import { byId } from './element.ts';

/** The clusters in the report, or undefined if it contains none. */
export async function readClusters(): Promise<EmbeddedClusters | undefined> {
  if (document.getElementById(CLUSTERS_ELEMENT) === null) return undefined;
  return (await unpacked(CLUSTERS_ELEMENT)) as EmbeddedClusters;
}

const blocks = new Map<number, Promise<readonly EmbeddedText[]>>();

/** The text of a page, unpacked on the first request; undefined if the report does not contain it. */
export async function readText(clusters: EmbeddedClusters, page: number): Promise<EmbeddedText | undefined> {
  const number = clusters.textBlocks[page]!;
  if (number < 0) return undefined;
  let block = blocks.get(number);
  if (block === undefined) {
    block = unpacked(TEXT_BLOCK_ELEMENT + number) as Promise<readonly EmbeddedText[]>;
    blocks.set(number, block);
  }
  return (await block)[clusters.textPlaces[page]!];
}

/** Unpacks gzipped JSON that an element contains in base64. */
async function unpacked(id: string): Promise<unknown> {
  const packed = atob(byId(id).textContent.trim());
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(plain).json();
}
