import { z } from 'zod';
import { pastFrame } from '../time/dayWords.ts';
import { defineTool, instantFrom, shownTime } from './tool.ts';
import { from } from './inputs.ts';

const LISTED = 20;

export const listRepairs = defineTool({
  name: 'list_repairs',
  description:
    'What the standing repair of the plan has done: its mode (off, propose, apply) and whether it paused, how many repairs it proposed, applied, and saw refused or go stale, and the latest repairs in a sentence each. With `from`: since that time; otherwise of the last day.',
  input: z.strictObject({ from }),
  async run(context, { from }) {
    const directory = await context.directory();
    const frame = pastFrame(await context.frame());
    const since = from === undefined ? null : new Date(instantFrom(from, frame)).toISOString();
    const balance = await context.schedule.repairBalance(context.scope, context.planning, since);
    const { items } = await context.schedule.listRepairs(context.scope, context.planning, {
      state: null,
      since: balance.since,
      limit: LISTED,
      cursor: null,
    });
    return {
      ...balance,
      repairs: items.map(({ id, state, reason, explanation, decidedAt, createdAt }) => ({
        id,
        state,
        reason,
        explanation,
        at: shownTime(Date.parse(decidedAt ?? createdAt), directory.zone),
      })),
    };
  },
});
