import type { Instance } from './instance.ts';

/** Fills in the arcs by resource. The arrays must have the right length and contain zeros. */
export const transposeArcs = ({
  arcStart,
  arcResource,
  resourceArcStart,
  resourceArcPart,
  resourceArc,
}: Pick<Instance, 'arcStart' | 'arcResource' | 'resourceArcStart' | 'resourceArcPart' | 'resourceArc'>): void => {
  for (let arc = 0; arc < arcResource.length; arc++) resourceArcStart[arcResource[arc] + 1]++;
  for (let r = 1; r < resourceArcStart.length; r++) resourceArcStart[r] += resourceArcStart[r - 1];
  const next = resourceArcStart.slice();
  for (let part = 0; part + 1 < arcStart.length; part++) {
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
      const at = next[arcResource[arc]]++;
      resourceArcPart[at] = part;
      resourceArc[at] = arc;
    }
  }
};
