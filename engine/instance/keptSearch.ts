import type { Instance } from './instance.ts';

/** What a search keeps for the next one of its planning, by part. */
export interface KeptSearch {
  /** Multipliers in weight units; NaN for a part that is new or has another time. */
  readonly prices: Float64Array;
  /** The resource of each part, or −1. The part need not be eligible there any more. */
  readonly placement: Int32Array;
}

/** A search of more parts than this is not kept, so that one takes at most 1.3 MB. */
const MOST_KEPT_PARTS = 100_000;

const FORMAT = 0x31_4b_53_54;
const HEADER_BYTES = 12;
/** The bytes for one part: a hash of its identity, a hash of its window, its price, and its resource. */
const PART_BYTES = 4 + 2 + 4 + 2;
const NOWHERE = 0xff_ff;
const PARTS_AT_ONCE = 256;

/**
 * Encodes a search. The identities and windows of parts are stored as hashes, so that the data are small and an instance of another state of
 * the planning finds its own parts and resources again. Equal hashes and outdated data cost the next search only time: any multipliers give a
 * valid bound, and places are checked before they are used. Null when there are too many parts or resources.
 */
export function* keepSearch(
  instance: Instance,
  { prices, placement }: KeptSearch,
): Generator<void, Uint8Array<ArrayBuffer> | null> {
  const { partCount, resourceCount, names } = instance;
  if (partCount > MOST_KEPT_PARTS || resourceCount >= NOWHERE) return null;
  const bytes = new Uint8Array(HEADER_BYTES + 4 * resourceCount + PART_BYTES * partCount);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, FORMAT);
  view.setUint32(4, resourceCount);
  view.setUint32(8, partCount);
  let at = HEADER_BYTES;
  for (const id of names.resources) {
    view.setUint32(at, hashOf(id, 0));
    at += 4;
  }
  for (let part = 0; part < partCount; part++, at += PART_BYTES) {
    if (part % PARTS_AT_ONCE === 0) yield;
    view.setUint32(at, whoIs(instance, part));
    view.setUint16(at + 4, whenIs(instance, part));
    view.setFloat32(at + 6, prices[part]);
    view.setUint16(at + 10, placement[part] < 0 ? NOWHERE : placement[part]);
  }
  return bytes;
}

/**
 * Decodes a kept search for the parts of this instance, into shared memory where that exists. Null when the data have another format, are cut
 * short, or contain none of the parts.
 */
export function* recallSearch(instance: Instance, bytes: Uint8Array): Generator<void, KeptSearch | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEADER_BYTES || view.getUint32(0) !== FORMAT) return null;
  const [resources, parts] = [view.getUint32(4), view.getUint32(8)];
  if (bytes.byteLength !== HEADER_BYTES + 4 * resources + PART_BYTES * parts) return null;
  const { partCount, names } = instance;
  const resourceOf = new Map(names.resources.map((id, resource) => [hashOf(id, 0), resource]));
  const first = HEADER_BYTES + 4 * resources;
  const found = new Map<number, number>();
  for (let q = 0; q < parts; q++) {
    if (q % PARTS_AT_ONCE === 0) yield;
    found.set(view.getUint32(first + PART_BYTES * q), first + PART_BYTES * q);
  }
  const prices = new Float64Array(new SharedArrayBuffer(8 * partCount)).fill(Number.NaN);
  const placement = new Int32Array(new SharedArrayBuffer(4 * partCount)).fill(-1);
  let known = 0;
  for (let part = 0; part < partCount; part++) {
    if (part % PARTS_AT_ONCE === 0) yield;
    const at = found.get(whoIs(instance, part));
    if (at === undefined) continue;
    known++;
    if (view.getUint16(at + 4) === whenIs(instance, part)) prices[part] = view.getFloat32(at + 6);
    const place = view.getUint16(at + 10);
    if (place < resources) placement[part] = resourceOf.get(view.getUint32(HEADER_BYTES + 4 * place)) ?? -1;
  }
  return known === 0 ? null : { prices, placement };
}

const whoIs = ({ names, operation, partIndex }: Instance, part: number): number =>
  hashOf(names.operations[operation[part]], partIndex[part]);

const whenIs = ({ origin, start, end }: Instance, part: number): number => {
  const mixed =
    Math.imul((origin + start[part]) | 0, 0x9e_37_79_b1) ^ Math.imul(end[part] - start[part], 0x85_eb_ca_6b);
  return (mixed ^ (mixed >>> 16)) & 0xff_ff;
};

/** FNV-1a over UTF-16 units. Source: Fowler, Noll, Vo, RFC 9923. */
const hashOf = (id: string, index: number): number => {
  let hash = 0x81_1c_9d_c5 ^ index;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01_00_01_93);
  return hash >>> 0;
};
