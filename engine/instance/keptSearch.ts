import type { Instance } from './instance.ts';

/** What a search leaves for the next one of its planning, by part. */
export interface KeptSearch {
  /** Multipliers in weight units; NaN where none is known: of what is new, or is at another time. */
  readonly prices: Float64Array;
  /** Resource, or −1. Nothing says that it is eligible there. */
  readonly placement: Int32Array;
}

/** More parts than this are not kept: so that it takes 1.3 MB at most. */
export const MOST_KEPT_PARTS = 100_000;

const FORMAT = 0x31_4b_53_54;
const HEADER_BYTES = 12;
/** Of a part: who, when, price, resource. */
const PART_BYTES = 4 + 2 + 4 + 2;
const NOWHERE = 0xff_ff;
const PARTS_AT_ONCE = 256;

/**
 * A search as it is kept: who and when as hashes, so that it is small, and so that an instance of another state of the planning finds its own
 * parts and resources again. Two that share a hash, or something stale, cost the next search time and nothing else: every multiplier bounds, and places are
 * looked at before they are used. Null where there are too many parts or resources.
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

/** What was kept, by the parts of this instance; on shared memory where there is such. Null where it is of another format, cut short, or knows none of them. */
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
