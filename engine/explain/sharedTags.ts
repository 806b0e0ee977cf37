import type { Instance } from '../instance/instance.ts';

/** The uuids of the required tags that the operations of all of the parts have. */
export const sharedTags = ({ names, operation }: Instance, parts: readonly number[]): readonly string[] => {
  const tagsOf = (part: number): readonly string[] =>
    names.operationTags.classes[names.operationTags.of[operation[part]]];
  if (parts.length === 0) return [];
  const [first, ...rest] = parts;
  return tagsOf(first).filter(
    (tag) => names.requiredTags.includes(tag) && rest.every((part) => tagsOf(part).includes(tag)),
  );
};
