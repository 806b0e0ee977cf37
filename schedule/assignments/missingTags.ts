import type { Edits } from '../changes/edits.ts';

/** The required tags of an operation and its tasks that the resource lacks, each as `category=value (uuid)`. */
export const missingTags = (edits: Pick<Edits, 'get' | 'taskOf'>, operation: string, resource: string): string[] => {
  const carried = new Set(edits.get('resource', resource)?.tags);
  const wanted = new Set([
    ...(edits.get('operation', operation)?.tags ?? []),
    ...(edits.taskOf(operation, 'inbound')?.fields.tags ?? []),
    ...(edits.taskOf(operation, 'outbound')?.fields.tags ?? []),
  ]);
  const missing: string[] = [];
  for (const uuid of wanted) {
    const tag = edits.get('tag', uuid);
    if (tag?.required && !carried.has(uuid)) missing.push(`${tag.category}=${tag.value} (${uuid})`);
  }
  return missing;
};
