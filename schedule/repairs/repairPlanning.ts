import type { NewRepair, Repair, RepairWork } from '../../db/runs/repairs.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { toScore } from '../../engine/objective/score.ts';
import {
  type Repair as FoundRepair,
  type RepairAnswer,
  type RepairLimits,
  signatureOf,
  type StaleReason,
} from '../../engine/repair/repair.ts';
import { planKey } from '../conflicts/analyzed.ts';
import type { Deps } from '../deps.ts';
import type { StoredPolicy } from '../entities/repairPolicy.ts';
import type { ScoreChange } from '../plans/judgeMoves.ts';
import type { Move } from '../plans/moves.ts';
import { overlaidAside } from '../plans/overlaid.ts';
import { instant } from '../records/instants.ts';
import { fromJson, toJson, toJsonObject } from '../storedAs.ts';
import { writeRepair } from './decideRepair.ts';
import { type Pause, pause, pauseOf } from './pauses.ts';
import { planningTime } from './planningTime.ts';
import { mayApply, policyOf } from './policy.ts';
import { detailsOf, type RepairDetails } from './repairRecord.ts';
import { type News, readNews } from './repairNews.ts';

/** How long a claim of a planning lasts: another node takes over what is not finished by then. */
const LEASE_MS = 30_000;
/** The interval at which a planning with open conflicts or repairs is looked at without a change, because time passes. */
const LOOK_AGAIN_MS = 30_000;
const RETRY_MS = 1000;
/** The most open repairs that are read; more than a planning can have, because one that is not read would be proposed again and never withdrawn. */
const ALL = 100_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** For how long a refused repair is not proposed again, and how often other repairs of the same conflict are. */
const REFUSED_MS = 24 * HOUR_MS;
const MOST_REFUSALS = 3;
const STEP_LIMIT = 60_000;
const TOTAL_STEP_LIMIT = 400_000;
/** The most repairs that one round finds; the next one, a second later, finds more. */
const MOST_REPAIRS = 1000;

const STALE: Readonly<Record<StaleReason, string>> = {
  gone: 'A conflict that it closes is gone.',
  moved: 'An operation that it moves is no longer where it was.',
  fixed: 'An operation that it moves must stay where it is by now.',
  taken: 'A place that it uses is no longer free.',
};

/** The outcome of one round, for logs and metrics. */
export interface RepairRound {
  readonly planning: string;
  readonly proposed: number;
  readonly applied: number;
  readonly stale: number;
  /** Conflicts without a repair. */
  readonly unrepaired: number;
  readonly paused: Pause['reason'] | null;
  /** Milliseconds from the first change of the round to its proposals; null without one. */
  readonly latencyMs: number | null;
}

/** For each planning, the conflicts for which this node found no repair last time; they are tried last. */
export type UnrepairedConflicts = Map<number, readonly string[]>;

/** Claims the next planning that is due, also one that a node left when it died; undefined if none is due. */
export const claimPlanning = ({ repairs }: Pick<Deps, 'repairs'>): Promise<RepairWork | undefined> =>
  repairs.claim(LEASE_MS);

/** Works on a claimed planning: says which proposals went stale, looks for repairs of new conflicts, and in the mode apply writes them. */
export const repairPlanning = async (
  deps: Deps,
  work: RepairWork,
  lastUnrepaired: UnrepairedConflicts,
): Promise<RepairRound> => {
  try {
    return await new Round(deps, work, lastUnrepaired).run();
  } catch (error) {
    const { handled, delayed } = work;
    await deps.repairs.finish(work, { ...NOTHING, change: handled, delayed, againInMs: RETRY_MS });
    throw error;
  }
};

const NOTHING = { decided: [], proposed: [], undone: [] } as const;
const NO_ANSWER: RepairAnswer = { stale: [], repairs: [], unrepaired: [], truncated: false };
const UNAPPLIED = { applied: 0, stale: 0, paused: null } as const;

class Round {
  private readonly deps: Deps;
  private readonly work: RepairWork;
  private readonly lastUnrepaired: UnrepairedConflicts;

  constructor(deps: Deps, work: RepairWork, lastUnrepaired: UnrepairedConflicts) {
    this.deps = deps;
    this.work = work;
    this.lastUnrepaired = lastUnrepaired;
  }

  async run(): Promise<RepairRound> {
    const { deps, work } = this;
    const { planning } = work;
    const state = await deps.store.state({ planning });
    const policy = policyOf(state);
    const open = (await deps.repairs.list(planning, { state: 'open', limit: ALL })).toReversed();
    if (policy.mode === 'off') return this.withdraw(state, open);
    const now = planningTime(state, deps.clock());
    const news = await readNews(deps, work, state, now);
    const answer = await this.ask(state, policy, open, now, news);
    const stale = new Map(answer.stale.map(({ id, reason }) => [id, STALE[reason]]));
    const proposed = answer.repairs.map((repair) => this.toProposal(state, repair, news));
    this.lastUnrepaired.set(
      planning.key,
      answer.unrepaired.flatMap(({ conflicts }) => conflicts),
    );
    const at = deps.clock();
    const isOpen = proposed.length > 0 || open.length > stale.size;
    // In the mode apply, what a node proposed and did not write before it died is written by another.
    const isLeft = answer.truncated || (isOpen && mayApply(policy));
    const isStored = await deps.repairs.finish(work, {
      change: state.change,
      againInMs: isLeft ? RETRY_MS : isOpen || answer.unrepaired.length > 0 ? LOOK_AGAIN_MS : null,
      delayed: news.delayed,
      decided: [...stale].map(([id, reason]) => ({ id, state: 'stale', reason, by: null, at })),
      proposed,
      undone: news.undone,
    });
    const round = { planning: planning.id, applied: 0, paused: null, latencyMs: null };
    if (!isStored) return { ...round, proposed: 0, stale: 0, unrepaired: 0 };
    const applicable = [...open.map(({ id }) => id).filter((id) => !stale.has(id)), ...proposed.map(({ id }) => id)];
    const counts = mayApply(policy) ? await this.applyOrPause(applicable, policy, state, news, answer) : UNAPPLIED;
    return {
      ...round,
      proposed: proposed.length,
      applied: counts.applied,
      stale: stale.size + counts.stale,
      unrepaired: answer.unrepaired.length,
      paused: counts.paused,
      latencyMs: proposed.length === 0 || news.since === null ? null : Math.max(0, deps.clock() - news.since),
    };
  }

  /** Withdraws all proposals, because the policy is off. */
  private async withdraw(state: PlanningState, open: readonly Repair[]): Promise<RepairRound> {
    const { deps, work } = this;
    const decision = { state: 'withdrawn', reason: 'The standing repair was turned off.', by: null } as const;
    const decided = open.map(({ id }) => ({ id, ...decision, at: deps.clock() }));
    await deps.repairs.finish(work, { ...NOTHING, change: state.change, againInMs: null, delayed: {}, decided });
    await deps.repairs.unwatch(work);
    const none = { proposed: 0, applied: 0, stale: 0, unrepaired: 0, paused: null, latencyMs: null };
    return { planning: work.planning.id, ...none };
  }

  /** Asks a worker thread, unless there is neither a conflict to close nor a proposal to look after. */
  private async ask(
    state: PlanningState,
    policy: StoredPolicy,
    open: readonly Repair[],
    now: number,
    news: News,
  ): Promise<RepairAnswer> {
    const { deps } = this;
    await deps.conflicts.ready(state);
    const conflicts = deps.conflicts.at(state);
    const isCrowded = conflicts === null && deps.conflicts.isCrowded(state);
    const isDue = conflicts?.some(
      ({ probability, endAt }) => probability >= policy.probabilityThreshold && Date.parse(endAt) > now,
    );
    if (isCrowded || (isDue === false && open.length === 0)) return NO_ANSWER;
    const decided = await this.decided(now, news);
    const instance = await overlaidAside(deps, state, {});
    return deps.resolutions.analyze({
      key: planKey(instance),
      organization: state.planning.organization,
      instance,
      placement: placementOf(instance),
      question: {
        of: 'repair',
        limits: {
          ...limitsOf(state, policy, now),
          atMoveLimit: decided.atMoveLimit(policy.maxMovesPerOperationAndHour),
        },
        standing: open.map((repair) => ({
          id: repair.id,
          moves: movesOf(repair),
          closes: detailsOf(repair).closes.map(({ id }) => id),
        })),
        refused: decided.refused,
        ignored: decided.ignored,
        lastUnrepaired: this.lastUnrepaired.get(state.planning.key) ?? [],
        timezone: state.record.fields.timezone,
      },
    });
  }

  /** What was refused lately, and how often repairs moved each operation within the last hour. */
  private async decided(now: number, { undone }: News) {
    const { deps, work } = this;
    const all = await deps.repairs.list(work.planning, { since: deps.clock() - REFUSED_MS, limit: ALL });
    const again = new Set(undone.map(({ id }) => id));
    const isRefused = ({ id, state, reason }: Repair): boolean =>
      state === 'refused' || (state === 'applied' && (reason !== null || again.has(id)));
    const refused = all.filter((one) => isRefused(one) && one.createdAt > deps.clock() - REFUSED_MS);
    const refusals = countOf(refused.flatMap((one) => detailsOf(one).closes.map(({ id }) => id)));
    const recent = all.filter((one) => one.state === 'applied' && (detailsOf(one).at ?? 0) > now - HOUR_MS);
    const moved = countOf(recent.flatMap((one) => [...new Set(movesOf(one).map(({ operation }) => operation))]));
    return {
      refused: refused.map((one) => detailsOf(one).signature),
      ignored: [...refusals].filter(([, count]) => count >= MOST_REFUSALS).map(([id]) => id),
      atMoveLimit: (most: number) => [...moved].filter(([, count]) => count >= most).map(([id]) => id),
    };
  }

  private toProposal(state: PlanningState, found: FoundRepair, { since, cause }: News): NewRepair {
    const { deps } = this;
    const { before, after, explanation, loss, proved, movesBound, closes } = found;
    const createdAt = deps.clock();
    const moves = found.moves.map(({ operation, partIndex, from, to, start, end }): Move => {
      const parts = state.assignmentOf(operation)?.fields.parts.length ?? 1;
      return {
        kind: 'reassign',
        operation,
        part: parts > 1 ? String(partIndex) : null,
        fromResource: from,
        toResource: to,
        startAt: instant(start * 1000),
        endAt: instant(end * 1000),
        delaySeconds: 0,
      };
    });
    const score: ScoreChange = {
      before: toScore(before),
      after: toScore(after),
      delta: (after.total - before.total) / 100,
    };
    const details: RepairDetails = {
      closes,
      loss: loss / 100,
      proved,
      movesBound,
      cause,
      latencyMs: since === null ? null : Math.max(0, createdAt - since),
      signature: signatureOf(found.moves),
    };
    return {
      id: deps.ids(),
      moves: toJson(moves),
      score: toJson(score),
      explanation,
      createdAt,
      details: toJsonObject(details),
    };
  }

  /** Writes repairs, unless something speaks against it; then pauses. */
  private async applyOrPause(
    ids: readonly string[],
    policy: StoredPolicy,
    state: PlanningState,
    news: News,
    answer: RepairAnswer,
  ) {
    const { deps, work } = this;
    const reason = await pauseOf(deps, state, policy, news, answer);
    // What was found moves no operation too often: one that had to is no reason to leave the other conflicts open.
    const doesApply = reason === null || reason.reason === 'oscillation';
    const counts = doesApply ? await this.applyAll(ids, policy, state.change) : UNAPPLIED;
    if (reason !== null) await pause(deps, work.planning, policy, reason);
    return { ...counts, paused: reason?.reason ?? null };
  }

  /** Writes repairs in the name of the policy's author, one changeset each. All of them hold together at `change`. */
  private async applyAll(ids: readonly string[], { author }: StoredPolicy, change: number) {
    const { deps } = this;
    let [applied, stale, holdsAt] = [0, 0, change];
    for (const id of author === null ? [] : ids) {
      const repair = await deps.repairs.get(id);
      if (repair?.state !== 'open') continue;
      const written = await writeRepair(deps, repair, author ?? '', { holdsAt });
      if (written === 'stopped') break;
      if (written === 'stale') {
        stale++;
        // Later repairs may depend on its moves.
        holdsAt = -1;
        await deps.repairs.decide(id, { state: 'stale', reason: STALE.moved, by: null, at: deps.clock() });
        continue;
      }
      applied++;
      if (written === holdsAt + 1) holdsAt = written;
    }
    return { applied, stale };
  }
}

const countOf = (ids: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

const movesOf = (repair: Repair) =>
  fromJson<readonly Move[]>(repair.moves).map(({ operation, part, fromResource, toResource }) => ({
    operation,
    partIndex: part === null ? 0 : Number(part),
    from: fromResource ?? '',
    to: toResource ?? '',
  }));

/** The policy for the engine; `atMoveLimit` is added by the caller. */
const limitsOf = (state: PlanningState, policy: StoredPolicy, now: number): Omit<RepairLimits, 'atMoveLimit'> => {
  const { probabilityThreshold, maxMoves, maxLoss, freezeMinutes, horizonMinutes } = policy;
  const { operationTags, resourceTags, resources } = policy;
  const tagged = (kind: 'operation' | 'resource', wanted: readonly string[]): string[] =>
    [...state.all(kind)].filter(({ fields }) => fields.tags.some((tag) => wanted.includes(tag))).map(({ id }) => id);
  const byTag = resourceTags && tagged('resource', resourceTags);
  return {
    probabilityThreshold,
    maxMoves,
    maxLoss: maxLoss === null ? null : Math.round(100 * maxLoss),
    now: now / 1000,
    until: horizonMinutes === null ? null : (now + horizonMinutes * MINUTE_MS) / 1000,
    freezeBefore: (now + freezeMinutes * MINUTE_MS) / 1000,
    operations: operationTags && tagged('operation', operationTags),
    resources: byTag === null ? resources : byTag.filter((id) => resources === null || resources.includes(id)),
    stepLimit: STEP_LIMIT,
    totalStepLimit: TOTAL_STEP_LIMIT,
    maxRepairs: MOST_REPAIRS,
  };
};
