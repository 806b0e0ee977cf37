import { Board } from '../board/board.ts';
import type { Instance } from '../instance/instance.ts';
import { ineligibility } from '../explain/ineligibility.ts';
import { findArc, partTerms } from '../objective/arcs.ts';
import { visitSharedTerms } from '../objective/evaluate.ts';
import type { Placement } from '../objective/score.ts';
import type { Term } from '../objective/term.ts';

/** Which places an operation with a single part had, and what each would cost by rule. Plain data, so that it can be sent to a worker thread. */
export interface ChoiceQuestion {
  readonly of: 'choice';
  readonly operation: string;
}

/** A place that is eligible and without a conflict. */
export interface ChoicePlace {
  readonly resource: string;
  /** By rule id (`risk` for the risk of neighbors), in weight units; terms of 0 are left out. */
  readonly terms: Readonly<Record<string, number>>;
}

export const RISK = 'risk';

/**
 * The feasible places of the operation's first part while all others stay, and what each costs by rule: all terms that would not be there without the
 * part. With weights of 1, these are the amounts that the weights multiply. Reassignment and the cost of having no place are left out. Empty if there
 * is no such part.
 */
export const choicePlaces = (instance: Instance, placement: Placement, operation: string): readonly ChoicePlace[] => {
  const index = instance.names.operations.indexOf(operation);
  const part = index < 0 ? -1 : instance.operation.indexOf(index);
  if (part < 0) return [];
  const board = Board.movable(instance, placement);
  board.move(part, -1);
  const ties = tiesOf(instance, part);
  const found: ChoicePlace[] = [];
  for (let resource = 0; resource < instance.resourceCount; resource++) {
    if (findArc(instance, part, resource) < 0 && ineligibility(instance, part, resource).length > 0) continue;
    board.findConflicting(part, resource);
    if (board.partnerCount > 0) continue;
    found.push({ resource: instance.names.resources[resource], terms: termsAt(board, part, resource, ties) });
  }
  return found;
};

/** What the part adds to the plan on the resource, by rule, from two evaluations of the parts that may share a term with it. */
const termsAt = (board: Board, part: number, resource: number, ties: Ties): Readonly<Record<string, number>> => {
  const { instance, placement } = board;
  const related = new Set(board.sharing(resource));
  for (const { relatedStart, related: others } of instance.terms.departures) {
    for (let k = relatedStart[resource]; k < relatedStart[resource + 1]; k++) related.add(others[k]);
  }
  const around = placement.map((at, other) =>
    ties.mates[other] === 1 || at === resource || (ties.near[other] === 1 && related.has(at)) ? at : -1,
  );
  const sums = new Map<string, number>();
  const add = (sign: 1 | -1) => (term: Term) => {
    const rule = term.kind === RISK ? RISK : term.rule < 0 ? null : instance.names.rules[term.rule].id;
    if (rule !== null && term.level === 'rules') sums.set(rule, (sums.get(rule) ?? 0) + sign * term.cost);
  };
  visitSharedTerms(instance, around, add(-1));
  around[part] = resource;
  visitSharedTerms(instance, around, add(1));
  partTerms(instance, part, resource, add(1));
  return Object.fromEntries([...sums].filter(([, cost]) => cost !== 0).map(([rule, cost]) => [rule, cost / 100]));
};

/** The parts that may share a term with a part: those near in time, if on a related resource, and wherever they are those of its group and flight. */
interface Ties {
  readonly near: Uint8Array;
  readonly mates: Uint8Array;
}

const tiesOf = (instance: Instance, part: number): Ties => {
  const { start, end, group, maxGapSeconds, terms, partCount } = instance;
  const reach = Math.max(maxGapSeconds, ...terms.departures.map(({ seconds }) => seconds));
  const ties = { near: new Uint8Array(partCount), mates: new Uint8Array(partCount) };
  for (let other = 0; other < partCount; other++) {
    if (other === part) continue;
    const isNear = start[other] < end[part] + reach && end[other] > start[part] - reach;
    const isOfGroup = group[part] >= 0 && group[other] === group[part];
    const isContinued = terms.continuities.some(({ previous }) => previous[part] === other || previous[other] === part);
    if (isNear) ties.near[other] = 1;
    if (isOfGroup || isContinued) ties.mates[other] = 1;
  }
  return ties;
};
