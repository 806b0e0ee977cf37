import type { Instance } from '../instance/instance.ts';
import { writeSplits } from '../instance/splits.ts';

/**
 * A copy of the instance with only what conflicts are computed from: without arcs, which are most of it, and without labels for people.
 * It shares no memory with the instance, so that it is small to keep and to send.
 */
export const conflictFrame = (instance: Instance): Instance => {
  const none = new Int32Array(0);
  const { names, terms } = instance;
  return {
    ...copied({
      ...instance,
      buffer: new ArrayBuffer(0),
      arcStart: none,
      arcResource: none,
      arcCost: none,
      resourceArcStart: none,
      resourceArcPart: none,
      resourceArc: none,
      terms: { ...terms, matches: [], risk: null },
    }),
    names: {
      ...names,
      splits: writeSplits([]),
      skipped: [],
      operationLabels: [],
      resourceLabels: [],
      tagLabels: new Map(),
    },
  };
};

const isTypedArray = (value: unknown): value is Int32Array => ArrayBuffer.isView(value);

/** Copies the value deeply; views of a buffer become arrays of their own. */
const copied = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ArrayBuffer || value instanceof Map) return value;
  if (isTypedArray(value)) return value.slice() as T;
  if (Array.isArray(value)) return value.map(copied) as T;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copied(member)])) as T;
};
