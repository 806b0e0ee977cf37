import { pick, type Random } from '../../engine/random.ts';

const ODD_BYTES = [0, 9, 10, 13, 32, 34, 39, 44, 48, 57, 92, 127, 128, 0xc3, 0xed, 0xef, 0xff];
const MOST_BYTES = 6000;

/** The input with a few bytes changed, and pieces of it removed, doubled, or replaced by a word or by a piece of another input. */
export const mutateBytes = (
  random: Random,
  input: Buffer,
  others: readonly Buffer[],
  words: readonly string[],
): Buffer => {
  let bytes = input;
  for (let i = 0; i <= random.below(4); i++) {
    const at = random.below(bytes.length + 1);
    const to = Math.min(bytes.length, at + random.below(1 + random.below(2) * 8 + random.below(2) * 200));
    const piece = ((): Buffer => {
      switch (random.below(6)) {
        case 0:
          return Buffer.alloc(0);
        case 1:
          return Buffer.from([pick(random, ODD_BYTES)]);
        case 2:
          return Buffer.from([random.below(256)]);
        case 3: {
          const other = pick(random, others);
          const from = random.below(other.length + 1);
          return other.subarray(from, from + random.below(300));
        }
        case 4:
          return Buffer.concat([bytes.subarray(at, to), bytes.subarray(at, to)]);
        default:
          return Buffer.from(pick(random, words));
      }
    })();
    bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(random.below(3) === 0 ? at : to)]);
  }
  return bytes.subarray(0, MOST_BYTES);
};

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  '',
  'x',
  0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  [],
  {},
  [null],
  [[]],
  '\u0000',
  '\ud800',
  '😀',
];

/** The values are made anew each time, since lists and objects among them are filled by later changes. */
const oddValue = (random: Random): unknown => structuredClone(pick(random, ODD_VALUES));

interface Slot {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Every member of the value, and of the values in it. */
export const slotsOf = (value: unknown): readonly Slot[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [
        { holder: value as Record<string, unknown>, key },
        ...slotsOf(inner),
      ]);

/** A JSON text in which a few values are missing, odd, or taken from elsewhere in it or in another input. */
export const mutateJson = (
  random: Random,
  input: Buffer,
  others: readonly Buffer[],
  words: readonly string[],
): Buffer => {
  const value = JSON.parse(input.toString()) as unknown;
  for (let i = 0; i <= random.below(3); i++) {
    const slots = slotsOf(value);
    if (slots.length === 0) break;
    const { holder, key } = pick(random, slots);
    const from = random.below(3) === 0 ? slotsOf(JSON.parse(pick(random, others).toString())) : slots;
    const kind = random.below(5);
    if (kind === 0 && !Array.isArray(holder)) delete holder[key];
    else if (kind === 1) holder[key] = oddValue(random);
    else if (kind === 2) holder[key] = pick(random, words);
    else if (kind === 3 && from.length > 0) {
      const other = pick(random, from);
      holder[key] = structuredClone(other.holder[other.key]);
    } else if (Array.isArray(holder)) holder.splice(Number(key), random.below(2), structuredClone(holder[key]));
    else holder[pick(random, words)] = oddValue(random);
  }
  return Buffer.from(JSON.stringify(value));
};
