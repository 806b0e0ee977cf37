import { gapText, numberText, plural } from '../../../engine/wording.ts';
import { findOperations } from '../../tools/findOperations.ts';
import { compareWorkspace, explainChange, listChanges } from '../../tools/history.ts';
import { listRepairs } from '../../tools/repairs.ts';
import { followOptimization, startOptimization } from '../../tools/optimization.ts';
import { type Asked, bullets, more, type Reply, signed, spanInput, type Voice, voiceOf } from '../asked.ts';
import type { ShownConflict } from '../../tools/shownConflict.ts';
import { sayConflict } from './sayJudgment.ts';

const DEFAULT_SECONDS = 30;
/** Maximum seconds that a conversation waits for a solver before it says how to continue. */
const PATIENCE_SECONDS = 60;
const SHOWN = 15;
const CONFLICTS_SHOWN = 3;

/** Starts an optimization and follows it. Returns false if none may be started; the reason has then been said. */
export const startAndFollow = async (reply: Reply, { window, durationSeconds, number }: Asked): Promise<boolean> => {
  const { conversation } = reply;
  const voice = voiceOf(reply);
  const timeLimitSeconds = Math.min(3600, Math.max(1, durationSeconds ?? DEFAULT_SECONDS));
  const started = await conversation.call(startOptimization, {
    timeLimitSeconds,
    ...spanInput(window),
    ...(number === undefined ? {} : { maxReassignments: number }),
  });
  if (!started.ok) {
    conversation.say(started.problem.message);
    return false;
  }
  const limits = `${voice.asked(window)}${number === undefined ? '' : `, at most ${plural(number, 'move')}`}`;
  conversation.say(`I am optimizing the plan for ${timeLimitSeconds} s${limits}. This changes nothing.`);
  await follow(reply, started.result.task, Math.min(timeLimitSeconds + 10, PATIENCE_SECONDS));
  return true;
};

export const optimize = async (reply: Reply, asked: Asked): Promise<void> => {
  await startAndFollow(reply, asked);
};

/** Looks for places for what has none; if everything has one, there is nothing to do. */
export const placeAll = async (reply: Reply, asked: Asked): Promise<void> => {
  const { conversation } = reply;
  const outcome = await conversation.call(findOperations, { unassigned: true, limit: 1 });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  if (outcome.result.total === 0) return conversation.say('Every operation has a place already.');
  await optimize(reply, asked);
};

export const followLatest = (reply: Reply): Promise<void> => follow(reply, undefined, 0);

type Figures = Awaited<ReturnType<typeof followOptimization.run>>;

/** The figures of a run after a colon; empty while there are none. */
const sayFigures = ({ finished, score, scoreBefore, bound, gap, elapsedSeconds }: Figures): string => {
  const figures: string[] = [];
  if (score !== null)
    figures.push(
      scoreBefore === null
        ? `score ${numberText(score)}`
        : `score ${numberText(scoreBefore)} → ${numberText(score)} (${signed(score - scoreBefore)})`,
    );
  if (bound !== null) figures.push(`proven not to go below ${numberText(bound)}`);
  if (gap !== null) figures.push(`gap ${gapText(gap)}`);
  if (elapsedSeconds !== null && !finished) figures.push(`${Math.round(elapsedSeconds)} s so far`);
  return figures.length === 0 ? '' : `: ${figures.join(', ')}`;
};

const follow = async (reply: Reply, task: string | undefined, waitSeconds: number): Promise<void> => {
  const { conversation } = reply;
  const outcome = await conversation.call(followOptimization, { ...(task === undefined ? {} : { task }), waitSeconds });
  if (!outcome.ok) return conversation.say(`${task === undefined ? '' : '\n'}${outcome.problem.message}`);
  const { status, finished, error, applied } = outcome.result;
  const said = sayFigures(outcome.result);
  const opening = task === undefined ? '' : '\n';
  if (!finished)
    return conversation.say(
      `${opening}The optimization is ${status.toLowerCase()}${said}. Ask "how is the optimization going?" later.`,
    );
  if (status === 'FAILED')
    return conversation.say(`${opening}The optimization failed${error === null ? '' : `: ${error}`}.`);
  const { proposed, note, moves } = { proposed: null, note: null, moves: 0, ...outcome.result };
  const end = applied
    ? ' Its plan is applied.'
    : proposed === null
      ? ` ${note ?? ''}`
      : ` ${plural(moves, 'move')}, as a proposal${begun(voiceOf(reply), proposed.newConflicts)}: apply it if you agree.`;
  conversation.say(`${opening}The optimization ended${said}.${end}`);
};

/** The conflicts that a plan itself has, since its score may be better although it has them. */
const begun = (voice: Voice, conflicts: readonly ShownConflict[]): string =>
  conflicts.length === 0
    ? ''
    : ` with ${plural(conflicts.length, 'new conflict')} (${conflicts
        .slice(0, CONFLICTS_SHOWN)
        .map((one) => sayConflict(voice, one))
        .join('; ')})`;

export const compareDraft = async (reply: Reply, { workspace }: Asked): Promise<void> => {
  const { conversation } = reply;
  const outcome = await conversation.call(compareWorkspace, workspace === undefined ? {} : { workspace });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { workspace: draft, differences, lines, score } = outcome.result;
  const verdict =
    score.delta === 0
      ? 'costs the same'
      : `is ${score.delta < 0 ? 'better' : 'worse'} by ${numberText(Math.abs(score.delta))}`;
  const opening = `Draft ${draft.name} (${draft.state}) ${verdict}: score ${numberText(score.workspace)} against ${numberText(score.mainline)} on the mainline.`;
  if (differences === 0) return conversation.say(`${opening} Nothing differs.`);
  conversation.say(
    `${opening} ${plural(differences, 'difference')}:${bullets(lines.slice(0, SHOWN))}${more(differences, Math.min(SHOWN, lines.length))}`,
  );
};

const SOURCES: Readonly<Record<string, string>> = {
  api: 'edited',
  upload: 'uploaded',
  solver: 'optimizer',
  resolution: 'conflict resolution',
  agent: 'proposal of the assistant',
  publish: 'published draft',
  revert: 'reverted',
  repair: 'standing repair',
};

interface ShownChange {
  readonly at: string | null;
  readonly source: string;
  readonly byYou: boolean;
  readonly author: string | null;
  readonly message: string | null;
  readonly counts: Readonly<
    Record<string, { readonly created: number; readonly updated: number; readonly deleted: number } | undefined>
  >;
}

const sayChange = (reply: Reply, { at, source, byYou, author, message, counts }: ShownChange): string => {
  const parts = Object.entries(counts).flatMap(([entity, count]) => {
    const total = count === undefined ? 0 : count.created + count.updated + count.deleted;
    return total === 0 ? [] : [plural(total, entity)];
  });
  const said = message === null ? '' : `: ${message.split('\n')[0]}`;
  return `${voiceOf(reply).time(at)}, ${SOURCES[source] ?? source}${byYou ? ' by you' : author === null ? '' : ` by ${author}`}${said} (${parts.join(', ') || 'nothing counted'})`;
};

export const sayChanges = async (reply: Reply, asked: Asked): Promise<void> => {
  const { conversation } = reply;
  const voice = voiceOf(reply);
  const { operation, resource } = asked;
  if (resource !== undefined && operation === undefined) {
    return conversation.say(
      `I can list the changes of an operation or of a time, not those of a place such as ${voice.resource(resource)}. Ask "what is on ${voice.resource(resource)}?", and then "what changed on …" with one of the operations there.`,
    );
  }
  const mine = asked.intent === 'ownChanges';
  // A moment is where the user's interest begins: hardly anything changes within that very minute.
  const window = asked.window?.point === true ? { ...asked.window, to: reply.frame.now, point: false } : asked.window;
  const outcome = await conversation.call(listChanges, {
    ...spanInput(window),
    ...(operation === undefined ? {} : { operation }),
    ...(mine ? { mine } : {}),
    limit: 10,
  });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { changes } = outcome.result;
  const of = operation === undefined ? '' : ` of ${voice.operation(operation)}`;
  if (changes.length === 0) {
    return conversation.say(`Nothing${of} was changed${mine ? ' by you' : ''}${voice.asked(window)}.`);
  }
  conversation.say(
    `${mine ? 'Your' : 'The'} latest changes${of}${voice.asked(window)}:${bullets(changes.map((one) => sayChange(reply, one)))}`,
  );
};

/** What the standing repair has done, with its latest repairs. */
export const sayRepairs = async (reply: Reply, asked: Asked): Promise<void> => {
  const { conversation } = reply;
  const { from } = spanInput(asked.window);
  const outcome = await conversation.call(listRepairs, from === undefined ? {} : { from });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { mode, paused, proposed, applied, refused, stale, moves, conflicts, repairs } = outcome.result;
  const state = paused === null ? (mode === 'off' ? 'off' : `on (${mode})`) : `paused (${paused.replace(/\.$/, '')})`;
  const left = conflicts === null ? '' : ` ${plural(conflicts, 'conflict')} left.`;
  const since = from === undefined ? 'In the last day' : `Since ${voiceOf(reply).time(from)}`;
  const latest = repairs.slice(0, 10).map(({ state: one, explanation }) => `${one}: ${explanation}`);
  conversation.say(
    `The standing repair is ${state}. ${since}: ${proposed} proposed, ${applied} applied with ${plural(moves, 'move')}, ${refused} refused, ${stale} stale.${left}${latest.length === 0 ? '' : bullets(latest)}`,
  );
};

/** The assistant cannot change anything, so it says what to press or call, and which change would be undone. */
export const sayHowToUndo = async (reply: Reply, { intent }: Asked): Promise<void> => {
  const { conversation } = reply;
  const mine = intent === 'undoOwn';
  const { scope, planning } = conversation.context;
  const outcome = await conversation.call(listChanges, { ...(mine ? { mine } : {}), limit: 1 });
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const [last] = outcome.result.changes;
  if (last === undefined)
    return conversation.say(
      `Nothing was changed here${mine ? ' by you' : ''} yet, so there is nothing to undo; a proposal that is not applied changes nothing.`,
    );
  const header = scope.workspace === null ? '' : `, with the header X-Workspace-Id: ${scope.workspace}`;
  conversation.say(
    `${mine ? 'Your' : 'The'} last change: ${sayChange(reply, last)}. I undo nothing myself. To undo it, press Undo on the board, or send POST /v1/plannings/${planning}/changesets/${last.id}/revert/${header}. "explain the last change" says what it did; a proposal that is not applied needs no undoing. "Undo all after this" in Changes takes back several at once.`,
  );
};

export const sayLastChange = async (reply: Reply): Promise<void> => {
  const { conversation } = reply;
  const outcome = await conversation.call(explainChange, {});
  if (!outcome.ok) return conversation.say(outcome.problem.message);
  const { differences, lines } = outcome.result;
  conversation.say(
    `The last change: ${sayChange(reply, outcome.result)}.${bullets(lines.slice(0, SHOWN))}${more(differences, Math.min(SHOWN, lines.length))}`,
  );
};
