import type { Instance } from '../instance/instance.ts';

/** Required tags that all of the parts' operations have, as uuids; what they all need. */
export const sharedTags = ({ names, operation }: Instance, parts: readonly number[]): readonly string[] => {
  const tagsOf = (part: number): readonly string[] =>
    names.operationTags.classes[names.operationTags.of[operation[part]]];
  if (parts.length === 0) return [];
  const [first, ...rest] = parts;
  return tagsOf(first).filter(
    (tag) => names.requiredTags.includes(tag) && rest.every((part) => tagsOf(part).includes(tag)),
  );
};
