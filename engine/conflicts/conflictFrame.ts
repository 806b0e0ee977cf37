import type { Instance } from '../instance/instance.ts';
import { mapArrays } from '../instance/mapArrays.ts';
import { writeSplits } from '../instance/splits.ts';

/**
 * A copy of the instance with only what conflicts are computed from: without arcs, which are most of it, and without labels for people.
 * It shares no memory with the instance, so that it is small to keep and to send.
 */
export const conflictFrame = (instance: Instance): Instance => {
  const none = new Int32Array(0);
  const { names, terms } = instance;
  return {
    ...mapArrays(
      {
        ...instance,
        buffer: new ArrayBuffer(0),
        arcStart: none,
        arcResource: none,
        arcCost: none,
        resourceArcStart: none,
        resourceArcPart: none,
        resourceArc: none,
        terms: { ...terms, matches: [], risk: null },
      },
      (array) => array.slice() as typeof array,
    ),
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
