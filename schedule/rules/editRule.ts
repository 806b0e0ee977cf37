import type { RuleFields } from '../../db/store/entities.ts';
import type { Edits } from '../changes/edits.ts';
import { mergeTags } from '../changes/mergeTags.ts';
import { isEqual } from '../../db/store/differences.ts';
import { item } from '../problems.ts';
import type { JsonObject, RuleInput } from '../types.ts';

/** Kinds whose weight may be negative: a preference. */
const SIGNED: ReadonlySet<string> = new Set(['match', 'mismatch']);
/** Parameters that name tags. */
const TAG_PARAMETERS = ['previousTags', 'nextTags', 'otherTags'] as const;

export const mergeRule = (edits: Edits, stored: RuleFields | null, input: RuleInput): RuleFields => {
  if (stored === null && input.name === undefined) edits.problems.required('name');
  if (stored === null && input.kind === undefined) edits.problems.required('kind');
  const kind = input.kind ?? stored?.kind ?? '';
  const weight = input.weight ?? stored?.weight ?? 0;
  if (weight < 0 && !SIGNED.has(kind)) {
    const message = `A ${kind} rule needs a weight of 0 or more; only match and mismatch may prefer.`;
    edits.problems.add('weight', 'weight_negative', message);
  }
  const parameters = input.parameters ?? stored?.parameters ?? {};
  checkTagParameters(edits, stored?.parameters ?? {}, parameters);
  return {
    name: input.name ?? stored?.name ?? '',
    kind,
    enabled: input.enabled ?? stored?.enabled ?? true,
    hard: input.hard ?? stored?.hard ?? false,
    weight,
    operationTags: mergeTags(edits, stored?.operationTags ?? [], input.operationTags, 'operationTags'),
    resourceTags: mergeTags(edits, stored?.resourceTags ?? [], input.resourceTags, 'resourceTags'),
    parameters,
  };
};

const checkTagParameters = (edits: Edits, stored: JsonObject, written: JsonObject): void => {
  for (const name of TAG_PARAMETERS) {
    const tags = written[name];
    if (!Array.isArray(tags) || isEqual(tags, stored[name])) continue;
    for (const [i, tag] of tags.entries()) {
      if (typeof tag === 'string') edits.reference('tag', tag, item(`parameters.${name}`, i));
    }
  }
};
