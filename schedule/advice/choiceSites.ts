import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { type Changeset, type Diff, isDiffOf } from '../../db/versions/store.ts';
import type { Version } from '../../db/versions/entities.ts';
import type { ChoiceKind } from '../../engine/advice/learningTask.ts';
import type { Deps } from '../deps.ts';
import type { Move } from '../plans/moves.ts';
import { fromJson } from '../storedAs.ts';
import type { ChangeSource } from '../types.ts';

/** A decision about an operation's place, as history has it. */
export interface ChoiceSite {
  readonly kind: ChoiceKind;
  readonly share: number;
  readonly operation: string;
  /** The change at which the places are judged. */
  readonly change: number;
  /** The place that was chosen; null if a repair was refused. */
  readonly chosen: string | null;
  /** The place that the person decided against; null if there is none. */
  readonly rejected: string | null;
  /** What the person said about it. */
  readonly reason: string | null;
}

export interface SiteLimits {
  /** Epoch milliseconds; null: all history. */
  readonly since: number | null;
  /** The most choices of persons; the latest ones count. */
  readonly choices: number;
}

type Reader = Pick<Deps, 'store' | 'repairs'>;

/** Whether a person decides the moves of each source one by one. */
const DECIDED_BY: Readonly<Record<ChangeSource, 'person' | 'machine'>> = {
  api: 'person',
  agent: 'person',
  publish: 'person',
  revert: 'person',
  upload: 'machine',
  solver: 'machine',
  resolution: 'machine',
  repair: 'machine',
};

/** The most changesets of history that are looked at. */
const MOST_CHANGESETS = 50_000;
const CHANGESETS_READ = 2000;
const DIFFS_READ = 200;
/** A changeset that moves more operations is a plan that came from elsewhere, and says nothing about one of them. */
const MOST_MOVES = 20;
/** Moves of an operation that follow each other within this time are one choice, the last one. */
const ONE_CHOICE_MS = 10 * 60_000;
const MOST_KEPT = 300;
/** With fewer decisions nothing can be learned, so that nothing is compared with them. */
const LEAST_DECIDED = 5;

/** The decisions of persons, the latest ones, and the places that were kept as the optimizer left them (or a sample of them). */
export const choiceSites = async (
  deps: Reader,
  planning: PlanningRef,
  state: PlanningState,
  limits: SiteLimits,
): Promise<readonly ChoiceSite[]> => {
  const sources = new Sources(deps, planning);
  const manual = await manualSites(deps, planning, sources, limits);
  const repaired = await repairSites(deps, planning, limits);
  const decided = [...manual, ...repaired].sort((a, b) => b.change - a.change).slice(0, limits.choices);
  if (decided.length < LEAST_DECIDED) return decided;
  return [...decided, ...(await keptSites(state, sources))];
};

/** The source of each change, as far as it is known. */
class Sources {
  private readonly deps: Reader;
  private readonly planning: PlanningRef;
  private readonly known = new Map<number, ChangeSource | null>();

  constructor(deps: Reader, planning: PlanningRef) {
    this.deps = deps;
    this.planning = planning;
  }

  note({ change, source }: Changeset): void {
    this.known.set(change, source);
  }

  async isMachine(change: number): Promise<boolean> {
    let source = this.known.get(change);
    if (source === undefined) {
      const [found] = await this.deps.store.changesetsAfter(this.planning, change - 1, 1);
      source = found?.change === change ? found.source : null;
      this.known.set(change, source);
    }
    return source !== null && DECIDED_BY[source] === 'machine';
  }
}

/** Moves and placements by persons that were not undone, newest first. */
const manualSites = async (
  deps: Reader,
  planning: PlanningRef,
  sources: Sources,
  { since, choices }: SiteLimits,
): Promise<readonly ChoiceSite[]> => {
  const sites: ChoiceSite[] = [];
  const later = new Map<string, Later>();
  const undone = new Set<string>();
  let before: number | null = null;
  for (let read = 0; read < MOST_CHANGESETS && sites.length < choices; read += CHANGESETS_READ) {
    const page = await deps.store.changesets(planning, {
      workspace: null,
      limit: CHANGESETS_READ,
      ...(before === null ? {} : { before }),
      from: since ?? undefined,
    });
    const manual: Changeset[] = [];
    for (const changeset of page.items) {
      sources.note(changeset);
      const { reverts } = changeset.details;
      if (typeof reverts === 'string') undone.add(reverts);
      const isOfPerson = changeset.source === 'api' && changeset.author !== null && !undone.has(changeset.id);
      if (isOfPerson && changeset.counts.assignment !== undefined) manual.push(changeset);
    }
    for (let from = 0; from < manual.length && sites.length < choices; from += DIFFS_READ) {
      const some = manual.slice(from, from + DIFFS_READ);
      const diffs = await deps.store.diffs(planning, some);
      for (const changeset of some) {
        sites.push(...(await sitesOf(changeset, diffs.get(changeset.change) ?? [], sources, later)));
      }
    }
    before = page.next;
    if (before === null) break;
  }
  return sites.filter((site) => later.get(site.operation)?.dropped.has(site) !== true);
};

/** The next choice about an operation, and what it makes superfluous. */
interface Later {
  at: number;
  site: ChoiceSite;
  readonly dropped: Set<ChoiceSite>;
}

/** The choices of one changeset. Called with later changesets first. */
const sitesOf = async (
  { change, at, message }: Changeset,
  diffs: readonly Diff[],
  sources: Sources,
  later: Map<string, Later>,
): Promise<readonly ChoiceSite[]> => {
  const moves = movesIn(diffs);
  if (moves.length > MOST_MOVES) return [];
  const sites: ChoiceSite[] = [];
  for (const { operation, from, to, placedAt } of moves) {
    const isProposed = from !== null && placedAt !== null && (await sources.isMachine(placedAt));
    const site: ChoiceSite = {
      kind: isProposed ? 'moved' : 'placed',
      share: 1,
      operation,
      change,
      chosen: to,
      rejected: isProposed ? from : null,
      reason: message,
    };
    const next = later.get(operation);
    if (next !== undefined && next.site.kind === 'placed' && next.at - at < ONE_CHOICE_MS) {
      // The first of several moves in a row: the last one counts, against the place that the first one left.
      const { chosen } = next.site;
      const isBack = chosen === site.rejected;
      next.at = at;
      next.dropped.add(site);
      if (isBack) next.dropped.add(next.site);
      else if (isProposed) Object.assign(next.site, { kind: 'moved', rejected: from });
      continue;
    }
    later.set(operation, { at, site, dropped: next?.dropped ?? new Set() });
    sites.push(site);
  }
  return sites;
};

interface ManualMove {
  readonly operation: string;
  readonly from: string | null;
  readonly to: string;
  /** The change that had put it there; null if nothing had. */
  readonly placedAt: number | null;
}

/** The operations that the diffs put on another resource as a whole. A replaced assignment is one diff that ends it and one that begins it. */
const movesIn = (diffs: readonly Diff[]): readonly ManualMove[] => {
  const found = new Map<string, { before: Version<'assignment'> | null; after: Version<'assignment'> | null }>();
  for (const diff of diffs) {
    if (!isDiffOf(diff, 'assignment')) continue;
    const { before, after } = diff;
    const operation = (before ?? after)?.fields.operation;
    if (operation === undefined) continue;
    const known = found.get(operation);
    found.set(operation, { before: before ?? known?.before ?? null, after: after ?? known?.after ?? null });
  }
  return [...found].flatMap(([operation, { before, after }]) => {
    const [from, to] = [placeIn(before), placeIn(after)];
    return to === null || to === from ? [] : [{ operation, from, to, placedAt: before?.change ?? null }];
  });
};

/** The resource of an undivided assignment. */
const placeIn = (version: Version<'assignment'> | null): string | null => {
  const parts = version?.fields.parts ?? [];
  return parts.length === 1 ? (parts[0]?.resource ?? null) : null;
};

/** Repairs of a single move that persons refused, and those that were applied. */
const repairSites = async (
  deps: Reader,
  planning: PlanningRef,
  { since, choices }: SiteLimits,
): Promise<readonly ChoiceSite[]> => {
  const sites: ChoiceSite[] = [];
  for (const state of ['refused', 'applied'] as const) {
    const repairs = await deps.repairs.list(planning, { state, since: since ?? undefined, limit: choices });
    for (const { moves, change, reason } of repairs) {
      const [move, ...others] = fromJson<readonly Move[]>(moves);
      if (move === undefined || others.length > 0 || move.toResource === null) continue;
      const isRefused = state === 'refused';
      // An applied repair that has a reason was undone.
      if (!isRefused && reason !== null) continue;
      sites.push({
        kind: isRefused ? 'refused' : 'accepted',
        share: 1,
        operation: move.operation,
        change,
        chosen: isRefused ? null : move.toResource,
        rejected: isRefused ? move.toResource : null,
        reason,
      });
    }
  }
  return sites;
};

/** Operations that stand where the optimizer put them; a sample if there are many, each then standing for several. */
const keptSites = async (state: PlanningState, sources: Sources): Promise<readonly ChoiceSite[]> => {
  const kept: { readonly operation: string; readonly resource: string }[] = [];
  for (const version of state.all('assignment')) {
    const resource = placeIn(version);
    const operation = state.get('operation', version.fields.operation);
    if (resource === null || operation === undefined) continue;
    if (operation.fields.isBlocker || operation.fields.isFixedToResource) continue;
    if (await sources.isMachine(version.change)) kept.push({ operation: operation.id, resource });
  }
  kept.sort((a, b) => (a.operation < b.operation ? -1 : 1));
  const count = Math.min(kept.length, MOST_KEPT);
  return Array.from({ length: count }, (_, i) => kept[Math.floor((i * kept.length) / count)]).flatMap((one) =>
    one === undefined
      ? []
      : {
          kind: 'kept' as const,
          share: kept.length / count,
          operation: one.operation,
          change: state.change,
          chosen: one.resource,
          rejected: null,
          reason: null,
        },
  );
};
