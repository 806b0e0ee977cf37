import type { Instance } from '../instance/instance.ts';

/** One reason why a part may not use a resource. */
export interface Ineligibility {
  readonly kind: 'requiredTag' | 'match' | 'mismatch';
  readonly rule?: string;
  readonly tags?: readonly string[];
  readonly message: string;
}

/** All reasons by which tags and hard rules keep the part off the resource; empty when there are none. */
export const ineligibility = (
  { names, operation, terms }: Instance,
  part: number,
  resource: number,
): readonly Ineligibility[] => {
  const { operationTags, resourceTags, requiredTags, tagLabels } = names;
  const offered = new Set(resourceTags.classes[resourceTags.of[resource]]);
  const missing = operationTags.classes[operationTags.of[operation[part]]].filter(
    (tag) => requiredTags.includes(tag) && !offered.has(tag),
  );
  const breaks: Ineligibility[] = [];
  if (missing.length > 0) {
    const labels = missing.map((tag) => tagLabels.get(tag)).join(', ');
    const message = `${names.resourceLabels[resource]} lacks what it needs: ${labels}.`;
    breaks.push({ kind: 'requiredTag', tags: missing, message });
  }
  for (const { rule, hard, parts, resources } of terms.matches) {
    if (!hard || parts[part] === 0 || resources[resource] === 0) continue;
    const { id, name, kind } = names.rules[rule];
    breaks.push({
      kind: kind === 'match' ? 'match' : 'mismatch',
      rule: id,
      message: `Forbidden by the rule "${name}".`,
    });
  }
  return breaks;
};
