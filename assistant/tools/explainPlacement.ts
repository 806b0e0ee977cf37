import { z } from 'zod';
import { shownOperation } from './findOperations.ts';
import { defineTool, oneOf, placesOf } from './tool.ts';
import { operation } from './inputs.ts';

export const explainPlacement = defineTool({
  name: 'explain_placement',
  description:
    'Why an operation is where it is, and why not elsewhere: every resource (or the one asked for) with whether it is feasible, what it would cost or gain, the rules it breaks and which operations block it. Where no place is without conflict, the reason: who cannot all be placed, when and where, and the cheapest changes that would help.',
  input: z.strictObject({
    operation,
    resource: z.string().max(255).optional().describe('Only this one; id or name'),
    location: z.string().max(255).optional().describe('Only resources of this location; id or name'),
    tag: z.string().max(255).optional().describe('Only resources with this tag; id, value, or category and value'),
    limit: z.int().min(1).max(200).optional().describe('How many of the best to list; default 8'),
  }),
  async run({ schedule, scope, planning, directory: read, virtualState }, input) {
    const directory = await read();
    const operation = oneOf(directory, 'operation', input.operation);
    const tag = input.tag === undefined ? null : oneOf(directory, 'tag', input.tag);
    const named = placesOf(directory, input);
    const tagged = tag === null ? null : directory.withTag(tag);
    const places = tagged === null ? named : new Set([...tagged].filter((id) => named?.has(id) ?? true));
    const all = await schedule.placesFor(scope, planning, operation, virtualState);
    const chosen = places === null ? all : all.filter((one) => places.has(one.resource));
    const counted = input.location === undefined && tag === null ? all : chosen;
    const shown = chosen.slice(0, input.limit ?? 8);
    const current = all.find((one) => one.current);
    const reason = all[0]?.reason;
    if (current !== undefined && places === null && !shown.includes(current)) shown.push(current);
    return {
      operation: shownOperation(directory, directory.operation(operation)),
      feasible: counted.filter(({ feasible }) => feasible).length,
      resources: counted.length,
      rank: current === undefined ? null : all.indexOf(current) + 1,
      reason:
        reason === undefined
          ? null
          : {
              message: reason.message,
              irreducible: reason.irreducible,
              changes: reason.relaxations.map(({ message, price, enough }) => ({ message, price, enough })),
            },
      candidates: shown.map(({ resource: id, current: isCurrent, feasible, score, breaks, blockedBy }) => ({
        resource: { id, name: directory.nameOf('resource', id) },
        current: isCurrent,
        feasible,
        delta: score.delta,
        reasons: breaks.map(({ message }) => message),
        blockedBy: blockedBy.map((other) => ({ id: other, name: directory.nameOf('operation', other) })),
      })),
    };
  },
});
