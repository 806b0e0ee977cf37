import { z } from 'zod';
import { oneOf, placesOf, defineTool, shownTime, spanFrom, ToolProblem } from './tool.ts';
import { gapsBetween } from './findResources.ts';
import { from, location, resource, tag, to } from './inputs.ts';

interface Use {
  readonly usedMs: number;
  readonly operations: number;
}

export const resourceUse = defineTool({
  name: 'resource_use',
  description:
    'How much resources are used in a window (default: all of the planning): for how long, and by how many operations. Blockers such as maintenance count as no use. The most used come first, or the least used, or those with the most or fewest operations.',
  input: z.strictObject({
    resource,
    location,
    tag,
    from,
    to,
    order: z
      .enum(['most', 'least', 'mostOperations', 'fewestOperations'])
      .optional()
      .describe('By time in use, or by the number of operations; default most'),
    limit: z.int().min(1).max(500).optional().describe('Default 20'),
  }),
  async run(context, input) {
    const directory = await context.directory();
    const window = (await spanFrom(context, input)) ?? directory.horizon;
    if (window === null) throw new ToolProblem('Nothing is planned here yet.');
    const places = placesOf(directory, input);
    const tag = input.tag === undefined ? null : oneOf(directory, 'tag', input.tag);
    const length = window.to - window.from;
    const used = [...directory.resources.values()]
      .filter(({ id, tags }) => (places === null || places.has(id)) && (tag === null || tags.includes(tag)))
      .map(({ id, name }) => {
        const stays = directory.staysIn(window.from, window.to, id).filter(({ entry }) => !entry.record.isBlocker);
        const free = gapsBetween(window, stays).reduce((sum, gap) => sum + gap.to - gap.from, 0);
        const operations = new Set(stays.map(({ entry }) => entry.id)).size;
        return { resource: { id, name }, usedMs: length - free, operations };
      });
    const { order = 'most' } = input;
    const sign = order === 'least' || order === 'fewestOperations' ? 1 : -1;
    const byTime = (a: Use, b: Use): number => a.usedMs - b.usedMs;
    const byOperations = (a: Use, b: Use): number => a.operations - b.operations;
    const [first, second] = order === 'most' || order === 'least' ? [byTime, byOperations] : [byOperations, byTime];
    used.sort((a, b) => sign * first(a, b) || sign * second(a, b) || (a.resource.name < b.resource.name ? -1 : 1));
    return {
      from: shownTime(window.from, directory.zone),
      to: shownTime(window.to, directory.zone),
      total: used.length,
      averagePercent:
        used.length === 0
          ? 0
          : Math.round((100 * used.reduce((sum, { usedMs }) => sum + usedMs, 0)) / (used.length * length)),
      resources: used.slice(0, input.limit ?? 20).map(({ usedMs, ...one }) => ({
        ...one,
        usedMinutes: Math.round(usedMs / 60_000),
        percent: Math.round((100 * usedMs) / length),
      })),
    };
  },
});
