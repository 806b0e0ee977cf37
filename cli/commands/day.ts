import { Command } from 'commander';
import type { components } from '../../client/schema.d.ts';
import { withClient } from '../composition/openClient.ts';
import { instantOption } from '../instantOption.ts';
import { answerOf } from '../refused.ts';

type Balance = components['schemas']['RepairBalance'];

interface DayOptions {
  readonly since?: string;
  readonly json?: boolean;
}

export const dayCommand = (): Command =>
  new Command('day')
    .argument('<planning>', 'id of the planning')
    .option('--since <time>', 'start of the period, an ISO 8601 instant (default: a day ago)', instantOption)
    .option('--json', 'print the balance as JSON')
    .action(async (id: string, { since, json }: DayOptions) => {
      await withClient(async (client) => {
        const params = { path: { id }, query: since === undefined ? {} : { since } };
        const balance = await answerOf(client.server.GET('/v1/plannings/{id}/repair-balance/', { params }));
        process.stdout.write(json ? `${JSON.stringify(balance, null, 1)}\n` : sayBalance(balance));
      });
    });

/** The balance as lines of text. */
export const sayBalance = (balance: Balance): string => {
  const { mode, paused, since, proposed, open, applied, refused, stale, withdrawn, undone, moves } = balance;
  const { caughtUp, hours, conflictMinutesAvoided } = balance;
  const { operationsMoved, conflictsClosed, loss, proved, latencyMs, conflicts, conflictMinutes } = balance;
  const lines: [string, string][] = [
    [
      'standing repair',
      `${mode}${paused === null ? '' : `, paused: ${paused}`}${caughtUp ? '' : '; it has not handled all changes yet'}`,
    ],
    ['since', since],
    ['proposed', `${proposed} (${proved} proved best within the limits)`],
    ['applied', `${applied}, with ${moves} moves of ${operationsMoved} operations; ${undone} undone`],
    ['refused, stale, withdrawn', `${refused}, ${stale}, ${withdrawn}`],
    ['open', String(open)],
    ['conflicts closed', `${conflictsClosed} (${conflictMinutesAvoided} minutes), for ${loss} weight units`],
    [
      'latency',
      latencyMs.median === null
        ? 'no repair has followed a change yet'
        : `${latencyMs.median} ms median, ${latencyMs.p95} ms for 95 of 100`,
    ],
    ['conflicts now', conflicts === null ? 'too many to list' : `${conflicts}, of ${conflictMinutes} minutes`],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return [...lines, ...hours.map(sayHour)].map(([name, text]) => `${name.padEnd(width)}  ${text}\n`).join('');
};

const sayHour = ({ startAt, ...counts }: Balance['hours'][number]): [string, string] => {
  const { proposed, applied, moves, refused, stale, conflictMinutesAvoided } = counts;
  const what = `${proposed} proposed, ${applied} applied (${moves} moves), ${refused} refused, ${stale} stale`;
  return [`from ${startAt.slice(0, 16)}Z`, `${what}; ${conflictMinutesAvoided} conflict minutes avoided`];
};
