import type { Relaxation } from './relaxation.ts';

/** The pairs of parts of the model of which the second one follows the first one in its flight. `previous`: by part of the instance; −1: none. */
export const flightLinks = (
  { instance, partOf }: Pick<Relaxation, 'instance' | 'partOf'>,
  previous: Int32Array,
): readonly (readonly [before: number, after: number])[] => {
  const indexOf = new Int32Array(instance.partCount).fill(-1);
  partOf.forEach((part, i) => (indexOf[part] = i));
  const links: [number, number][] = [];
  partOf.forEach((part, i) => {
    const before = previous[part] < 0 ? -1 : indexOf[previous[part]];
    if (before >= 0) links.push([before, i]);
  });
  return links;
};
