import type { Json, JsonObject } from '../types.ts';

/** Parameters of rules that refer to tags. */
const TAG_PARAMETERS: ReadonlySet<string> = new Set(['previousTags', 'nextTags', 'otherTags', 'referenceTags']);

/** The tags that a parameter names; undefined if the value is no list of texts. */
export const tagsOf = (value: Json | undefined): readonly string[] | undefined =>
  Array.isArray(value) && value.every((tag) => typeof tag === 'string') ? value : undefined;

/** The parameters of a rule, with each list of tags replaced by what `change` makes of it. */
export const mapTagParameters = (
  parameters: JsonObject,
  change: (tags: readonly string[], name: string) => readonly string[],
): JsonObject =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const tags = TAG_PARAMETERS.has(name) ? tagsOf(value) : undefined;
      return [name, tags === undefined ? value : change(tags, name)];
    }),
  );
