import type { PlanningState } from '../../db/versions/planningState.ts';
import { RISK } from '../../engine/advice/choicePlaces.ts';
import type { LearnedPreference } from '../../engine/advice/learningTask.ts';
import type { DocumentPiece } from '../../engine/instance/planPieces.ts';
import { present } from '../../engine/present.ts';
import type { Ids } from '../ports.ts';
import type { JsonObject } from '../types.ts';
import { documentPieces } from '../documents/documentOf.ts';
import type { NamedSet } from './resourceSets.ts';

/** A request of the API, to be sent as it is. */
export interface ProposedRequest {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: JsonObject;
}

/** How a learned preference is written: requests in order, and the plan with it. */
export interface ProposedChange {
  readonly requests: readonly ProposedRequest[];
  /** Id of the rule that is new or weighs otherwise; `risk` for that weight of the planning. */
  readonly rule: string;
  /** The planning's plan as it would be compiled with the change. */
  readonly pieces: () => Iterable<DocumentPiece>;
}

const CATEGORY = 'advice';

export const proposedChange = (
  state: PlanningState,
  { preference, after }: Pick<LearnedPreference, 'preference' | 'after'>,
  sets: readonly NamedSet[],
  ids: Ids,
): ProposedChange => {
  if (preference.of === 'weight') return reweighed(state, preference.id, after);
  const set = present(sets.find(({ id }) => id === preference.set));
  const planning = state.planning.id;
  const tag = set.tag ?? ids();
  const rule = {
    id: ids(),
    name: ruleName(state, preference.operationTag, set, after),
    kind: 'match',
    weight: after,
    operationTags: preference.operationTag === null ? [] : [preference.operationTag],
    resourceTags: [tag],
  };
  const requests: ProposedRequest[] = [];
  const tagged = new Map<string, readonly string[]>();
  if (set.tag === null) {
    requests.push(post('/v1/tags/', { uuid: tag, planning, category: CATEGORY, value: set.label }));
    for (const id of set.resources) {
      const tags = [...(state.get('resource', id)?.fields.tags ?? []), tag];
      tagged.set(id, tags);
      requests.push(patch(`/v1/resources/${id}/`, { tags }));
    }
  }
  requests.push(post('/v1/rules/', { planning, ...rule }));
  return {
    requests,
    rule: rule.id,
    *pieces() {
      for (const piece of documentPieces(state)) yield withTags(piece, tagged);
      if (set.tag === null) yield { tags: [{ uuid: tag, category: CATEGORY, value: set.label }] };
      yield { rules: [rule] };
    },
  };
};

const reweighed = (state: PlanningState, id: string, after: number): ProposedChange => {
  if (id === RISK) {
    const weights = { ...state.record.fields.weights, risk: after };
    return {
      requests: [patch(`/v1/plannings/${state.planning.id}/`, { weights })],
      rule: RISK,
      *pieces() {
        yield* documentPieces(state);
        yield { planning: { name: '', minimumStaySeconds: state.record.fields.minimumStaySeconds, weights } };
      },
    };
  }
  return {
    requests: [patch(`/v1/rules/${id}/`, { weight: after })],
    rule: id,
    *pieces() {
      for (const { rules, ...piece } of documentPieces(state)) {
        yield piece;
        if (rules !== undefined)
          yield { rules: rules.map((rule) => (rule.id === id ? { ...rule, weight: after } : rule)) };
      }
    },
  };
};

const post = (path: string, body: JsonObject): ProposedRequest => ({ method: 'POST', path, body });
const patch = (path: string, body: JsonObject): ProposedRequest => ({ method: 'PATCH', path, body });

const withTags = (piece: DocumentPiece, tagged: ReadonlyMap<string, readonly string[]>): DocumentPiece =>
  piece.resources === undefined || tagged.size === 0
    ? piece
    : {
        ...piece,
        resources: piece.resources.map((one) => {
          const tags = tagged.get(one.id);
          return tags === undefined ? one : { ...one, tags };
        }),
      };

/** The name of an operation's tag in sentences. */
export const tagLabel = (state: PlanningState, tag: string): string => {
  const fields = state.get('tag', tag)?.fields;
  return fields === undefined ? tag : `${fields.category} ${fields.value}`;
};

const MOST_NAME = 200;

const ruleName = (state: PlanningState, operationTag: string | null, { label }: NamedSet, weight: number): string => {
  const who = operationTag === null ? 'Everybody' : `Of ${tagLabel(state, operationTag)}`;
  return `${who}: ${weight > 0 ? 'rather not' : 'rather'} ${label}`.slice(0, MOST_NAME);
};
