import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { below, item } from '../problems.ts';
import { mapTagParameters } from '../records/tagParameters.ts';
import { toJsonObject } from '../storedAs.ts';

/** Something that is taken as it is, but that somebody may want to check. */
export interface DocumentWarning {
  readonly path: string;
  readonly message: string;
}

const MOST_WARNINGS = 1000;

/**
 * Where rules name tags that match nothing: because there is no such tag, or because no operation or resource has any of those named. It is no error,
 * because an exported rule may name tags that were deleted, and what has a tag may follow later, as it does where there are no operations yet.
 */
export const unmatchedTags = ({ tags, resources, operations, rules }: PlanningDocument): DocumentWarning[] => {
  const known = new Set(tags.map(({ uuid }) => uuid));
  const tagged = {
    operation: new Set(
      operations.flatMap(({ tags: own = [], inboundTask, outboundTask }) =>
        own.concat(inboundTask?.tags ?? [], outboundTask?.tags ?? []),
      ),
    ),
    resource: new Set(resources.flatMap(({ tags: own = [] }) => own)),
  };
  const warnings: DocumentWarning[] = [];
  const look = (path: string, list: readonly string[], kind: keyof typeof tagged): void => {
    for (const [i, tag] of list.entries()) {
      if (!known.has(tag)) warnings.push({ path: item(path, i), message: `names no tag: ${tag}` });
    }
    const isAny = { operation: operations, resource: resources }[kind].length > 0;
    if (isAny && list.some((tag) => known.has(tag)) && !list.some((tag) => tagged[kind].has(tag)))
      warnings.push({ path, message: `names only tags that no ${kind} has` });
  };
  for (const [i, { operationTags = [], resourceTags = [], parameters = {} }] of rules.entries()) {
    const path = item('rules', i);
    look(below(path, 'operationTags'), operationTags, 'operation');
    look(below(path, 'resourceTags'), resourceTags, 'resource');
    mapTagParameters(toJsonObject(parameters), (list, name) => {
      look(below(path, `parameters.${name}`), list, 'operation');
      return list;
    });
  }
  return warnings.slice(0, MOST_WARNINGS);
};
