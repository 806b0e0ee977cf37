import { z } from 'zod';
import { defineTool, oneOf, placesOf, shownTime, type Span, spanFrom, ToolProblem } from './tool.ts';
import { from, location, otherTag, tag, to } from './inputs.ts';

/** The times within [from, to) that no stay takes; `stays` in order of their starts. */
export const gapsBetween = ({ from, to }: Span, stays: readonly { readonly stay: Span }[]): readonly Span[] => {
  const gaps: Span[] = [];
  let at = from;
  for (const { stay } of [...stays, { stay: { from: to, to } }]) {
    if (stay.from > at) gaps.push({ from: at, to: stay.from });
    at = Math.max(at, stay.to);
  }
  return gaps;
};

const isFreeFor = (span: Span, stays: readonly { readonly stay: Span }[], minutes: number | undefined): boolean =>
  minutes === undefined || gapsBetween(span, stays).some(({ from, to }) => to - from >= minutes * 60_000);

export const findResources = defineTool({
  name: 'find_resources',
  description:
    'Finds resources (stands, berths) by name, location or tag, with what stands there in a time window, and which are free all through it.',
  input: z.strictObject({
    query: z.string().max(255).optional().describe('Part of a name or external id'),
    location,
    tag,
    otherTag,
    from,
    to,
    freeOnly: z.boolean().optional().describe('Only those free all through the window'),
    freeMinutes: z
      .number()
      .min(1)
      .max(44_640)
      .optional()
      .describe('Only those free for at least so many minutes in a row within the window'),
    limit: z.int().min(1).max(500).optional().describe('Default 50'),
  }),
  async run(context, input) {
    const directory = await context.directory();
    const span = await spanFrom(context, input);
    if (span === null && input.freeMinutes !== undefined)
      throw new ToolProblem('freeMinutes needs a window: give from and to.');
    const wanted = [input.tag, input.otherTag].flatMap((one) =>
      one === undefined ? [] : [oneOf(directory, 'tag', one)],
    );
    const places = placesOf(directory, input);
    const named = input.query === undefined ? null : new Set(directory.resolve('resource', input.query));
    const found = [...directory.resources.values()]
      .filter(
        ({ id, tags }) =>
          (named === null || named.has(id)) &&
          (places === null || places.has(id)) &&
          wanted.every((tag) => tags.includes(tag)),
      )
      .map((resource) => ({
        resource,
        stays: span === null ? null : directory.staysIn(span.from, span.to, resource.id),
      }))
      .filter(({ stays }) => input.freeOnly !== true || stays === null || stays.length === 0)
      .filter(({ stays }) => span === null || stays === null || isFreeFor(span, stays, input.freeMinutes))
      .sort(
        (a, b) => (a.resource.ordering ?? 0) - (b.resource.ordering ?? 0) || (a.resource.id < b.resource.id ? -1 : 1),
      );
    return {
      total: found.length,
      resources: found.slice(0, input.limit ?? 50).map(({ resource, stays }) => ({
        id: resource.id,
        name: resource.name,
        externalId: resource.externalId,
        tags: resource.tagsDetails.map(({ category, value }) => `${category}=${value}`),
        ...(stays === null
          ? {}
          : {
              free: stays.length === 0,
              operations: stays.map(({ entry, stay }) => ({
                id: entry.id,
                name: entry.name,
                from: shownTime(stay.from, directory.zone),
                to: shownTime(stay.to, directory.zone),
              })),
            }),
      })),
    };
  },
});
