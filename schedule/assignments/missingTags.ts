import type { Edits } from '../changes/edits.ts';

interface MissingTag {
  readonly uuid: string;
  /** `category=value`. */
  readonly name: string;
}

/** The required tags of an operation and its tasks that the resource lacks. */
export const missingTags = (
  edits: Pick<Edits, 'get' | 'taskOf'>,
  operation: string,
  resource: string,
): readonly MissingTag[] => {
  const carried = new Set(edits.get('resource', resource)?.tags);
  const wanted = new Set([
    ...(edits.get('operation', operation)?.tags ?? []),
    ...(edits.taskOf(operation, 'inbound')?.fields.tags ?? []),
    ...(edits.taskOf(operation, 'outbound')?.fields.tags ?? []),
  ]);
  const missing: MissingTag[] = [];
  for (const uuid of wanted) {
    const tag = edits.get('tag', uuid);
    if (tag?.required && !carried.has(uuid)) missing.push({ uuid, name: `${tag.category}=${tag.value}` });
  }
  return missing;
};
