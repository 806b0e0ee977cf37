import type { Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { type DocumentPiece, type PlanPiece } from '../../engine/instance/planPieces.ts';
import type { DocumentOperation, DocumentRule, DocumentTask } from '../../engine/instance/planningDocument.ts';
import { documentPieces, standingAssignment, storedOperation } from '../documents/documentOf.ts';
import type { UncompiledPlan } from '../ports.ts';
import { instant } from '../records/instants.ts';
import { operationWindow, type Window } from '../tasks/window.ts';

/** How far the risk of neighbors reaches. */
const RISK_MS = 6 * 3_600_000;

/** What places are judged by: the rules of today, each with the weight 1, so that a term's cost is the amount that its weight multiplies. */
export interface UnitRules {
  readonly rules: readonly DocumentRule[];
  readonly risk: boolean;
  /** How far from an operation another one may share a term with it, in milliseconds. */
  readonly reachMs: number;
  /** Terms that count the uses of a resource over the whole plan. */
  readonly countsUse: boolean;
  readonly countsEach: boolean;
  readonly followsFlights: boolean;
}

/** The planning's weight of conflicts that are to be expected. */
export const riskOf = ({ record }: PlanningState): number => Number(record.fields.weights['risk'] ?? 0);

export const unitRules = (state: PlanningState): UnitRules => {
  const rules = [...state.all('rule')].filter(({ fields }) => fields.enabled && fields.kind !== 'stability');
  const soft = rules.filter(({ fields }) => !fields.hard);
  const risk = riskOf(state) > 0;
  const reaches = rules.map(({ fields: { parameters } }) => Number(parameters['seconds'] ?? 0) * 1000);
  const has = (kind: string): boolean => soft.some(({ fields }) => fields.kind === kind);
  return {
    rules: rules.map(({ id, fields }) => ({ id, ...fields, weight: fields.hard ? fields.weight : 1 })),
    risk,
    reachMs: Math.max(60_000, risk ? RISK_MS : 0, ...reaches),
    countsUse: has('usage'),
    countsEach: has('balance'),
    followsFlights: has('continuity'),
  };
};

const windows = new WeakMap<Version<'operation'>, { readonly window: Window | null }>();

/** A changed task makes a new version of its operation. */
const windowAt = (state: PlanningState, operation: Version<'operation'>): Window | null => {
  let known = windows.get(operation);
  if (known === undefined) windows.set(operation, (known = { window: operationWindow(state, operation.id) }));
  return known.window;
};

/**
 * The part of a state's plan that decides what each place costs for one operation: the operations that may share a term with it, all of them held
 * where they are, under today's rules. Null if the operation is not there, has no window, or is one that planning does not place.
 */
export const choicePlan = (state: PlanningState, operation: string, unit: UnitRules): UncompiledPlan | null => {
  const own = state.get('operation', operation);
  const window = own === undefined || own.fields.isBlocker ? null : windowAt(state, own);
  if (own === undefined || window === null) return null;
  const around = surroundings(state, own, window, unit);
  const pieces = (): DocumentPiece[] => {
    const weights = { ...state.record.fields.weights, risk: unit.risk ? 1 : 0 };
    return [
      ...documentPieces(state, ['locations', 'tags', 'resources', 'groups']),
      {
        planning: { name: 'choice', minimumStaySeconds: state.record.fields.minimumStaySeconds, weights },
        rules: unit.rules,
        operations: around.map((one) => operationIn(state, one, one !== own, unit)),
        assignments: around.flatMap((one) => {
          const assignment = one === own ? undefined : state.assignmentOf(one.id);
          return assignment === undefined ? [] : standingAssignment(state, assignment);
        }),
      },
    ];
  };
  return {
    options: { parameters: { moveStarted: true }, referenceTime: instant(window.start) },
    async *pieces(): AsyncGenerator<PlanPiece> {
      for (const piece of pieces()) yield { of: 'document', piece };
      yield { of: 'baseline', piece: { assignments: [] } };
    },
  };
};

/** Distributions take long to fit, and are of use only where risk counts. */
const operationIn = (
  state: PlanningState,
  version: Version<'operation'>,
  isFixedToResource: boolean,
  { risk }: UnitRules,
): DocumentOperation<number> => {
  const operation = { ...storedOperation(state, version), isFixedToResource };
  const { inboundTask, outboundTask } = operation;
  return risk
    ? operation
    : {
        ...operation,
        inboundTask: inboundTask && onTime(inboundTask),
        outboundTask: outboundTask && onTime(outboundTask),
      };
};

const onTime = ({
  id,
  taskName,
  scheduledTime,
  expectedTime,
  actualTime,
  imposedDelayInSeconds,
  tags,
}: DocumentTask<number>): DocumentTask<number> => ({
  ...(id === undefined ? {} : { id }),
  taskName,
  ...(scheduledTime === undefined ? {} : { scheduledTime }),
  expectedTime,
  actualTime: actualTime ?? null,
  imposedDelayInSeconds: imposedDelayInSeconds ?? null,
  tags: tags ?? [],
});

const surroundings = (
  state: PlanningState,
  own: Version<'operation'>,
  { start, end }: Window,
  { reachMs, countsUse, countsEach, followsFlights }: UnitRules,
): readonly Version<'operation'>[] => {
  const flight = followsFlights ? flightOf(state, own.id) : null;
  const used = new Set<string>();
  const found: Version<'operation'>[] = [];
  for (const one of state.all('operation')) {
    const window = windowAt(state, one);
    if (window === null) continue;
    const isNear = window.start < end + reachMs && window.end > start - reachMs;
    const isOfGroup = own.fields.group !== null && one.fields.group === own.fields.group;
    const isOfFlight = flight !== null && flightOf(state, one.id) === flight;
    if (isNear || isOfGroup || isOfFlight || countsEach || one === own) found.push(one);
    else if (countsUse && !one.fields.isBlocker && isFirstUse(state, one.id, used)) found.push(one);
  }
  return found;
};

/** Whether the operation is the first one seen on one of its resources. One for each is enough to know which are used. */
const isFirstUse = (state: PlanningState, operation: string, used: Set<string>): boolean => {
  let isFirst = false;
  for (const { resource } of state.assignmentOf(operation)?.fields.parts ?? []) {
    if (resource === null || used.has(resource)) continue;
    used.add(resource);
    isFirst = true;
  }
  return isFirst;
};

/** The name by which operations are the same flight: that of the inbound task, else of the outbound one. */
const flightOf = (state: PlanningState, operation: string): string | null => {
  const name = state.taskOf(operation, 'inbound')?.fields.taskName;
  return (name === undefined || name === '' ? state.taskOf(operation, 'outbound')?.fields.taskName : name) ?? null;
};
