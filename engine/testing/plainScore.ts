import { parseInstant } from '../instance/instant.ts';
import type {
  DocumentAssignment,
  DocumentOperation,
  DocumentResource,
  DocumentRule,
  PlanningDocument,
} from '../instance/planningDocument.ts';
import { DEFAULT_WEIGHTS } from '../instance/planningDocument.ts';

/** A score in hundredths by level, without risk. */
export interface PlainScore {
  readonly conflicts: number;
  readonly unassigned: number;
  readonly reassigned: number;
  readonly rules: number;
}

interface Piece {
  readonly operation: DocumentOperation;
  readonly tags: ReadonlySet<string>;
  readonly start: number;
  readonly end: number;
  readonly windowStart: number;
  readonly from: DocumentResource | undefined;
  readonly to: DocumentResource | undefined;
}

/**
 * Computes the score of a plan straight from the document by the definitions of the rules, without code of the compiled side; compile
 * and evaluate are tested against it. `plan` must have the parts of `document.assignments` in the same order.
 */
export const plainScore = (
  document: PlanningDocument,
  plan: readonly DocumentAssignment[],
  referenceTime: string,
): PlainScore => {
  const weights = { ...DEFAULT_WEIGHTS, ...document.planning.weights, ...document.parameters?.weights };
  const resources = new Map(document.resources.map((resource) => [resource.id, resource]));
  const live = new Set(document.tags.map(({ uuid }) => uuid));
  const touches = (list: readonly string[], tags: ReadonlySet<string>): boolean =>
    list.length === 0 || list.some((tag) => live.has(tag) && tags.has(tag));
  const pieces = document.operations.flatMap((operation) => piecesOf(operation, document, plan, resources));
  const rules = document.rules.filter(({ enabled }) => enabled !== false);
  const reference = parseInstant(referenceTime) / 1000;
  const hundredths = (cost: number): number => Math.round(100 * cost);
  const score = { conflicts: 0, unassigned: 0, reassigned: 0, rules: 0 };

  for (const { operation, tags, start, end, windowStart, from, to } of pieces) {
    if (!to) {
      if (operation.isBlocker !== true) score.unassigned += hundredths(weights.unassigned);
      continue;
    }
    if (from && from !== to) {
      let factor = 1;
      for (const rule of rules) {
        if (rule.kind !== 'stability' || !touches(rule.operationTags ?? [], tags)) continue;
        if (operation.isBlocker === true && (rule.operationTags ?? []).length === 0) continue;
        const started = operation.inboundTask?.actualTime != null;
        const isWithin = windowStart - reference <= Number(rule.parameters?.['withinSeconds']);
        if (started || isWithin) factor *= Number(rule.parameters?.['factor']);
      }
      score.reassigned += hundredths(weights.reassigned * factor);
    }
    for (const rule of rules) {
      if ((rule.kind !== 'match' && rule.kind !== 'mismatch') || rule.hard === true) continue;
      if (!touches(rule.operationTags ?? [], tags)) continue;
      if (operation.isBlocker === true && (rule.operationTags ?? []).length === 0) continue;
      if (touches(rule.resourceTags ?? [], new Set(to.tags)) !== (rule.kind === 'match')) continue;
      const weight = rule.weight ?? 0;
      const isHourly = rule.parameters?.['perHour'] === true;
      score.rules += isHourly ? Math.round((100 * weight * (end - start)) / 3600) : hundredths(weight);
    }
  }

  const isMember = (tags: readonly string[], { operation, tags: own }: Piece): boolean =>
    tags.length === 0 ? operation.isBlocker !== true : touches(tags, own);

  for (const [i, first] of pieces.entries()) {
    for (const second of pieces.slice(i + 1)) {
      const [a, b] = first.start <= second.start ? [first, second] : [second, first];
      if (a.operation === b.operation || !a.to || !b.to) continue;
      const bothBlock = a.operation.isBlocker === true && b.operation.isBlocker === true;
      const overlaps = b.start < a.end;
      let isConflict = a.to === b.to && overlaps;
      for (const rule of rules) {
        const operationTags = rule.operationTags ?? [];
        const parameters = rule.parameters ?? {};
        const list = (name: string): readonly string[] => (parameters[name] ?? []) as readonly string[];
        let isBroken = false;
        if (rule.kind === 'buffer') {
          isBroken =
            a.to === b.to &&
            !overlaps &&
            b.start - a.end < Number(parameters['seconds']) &&
            touches(operationTags, a.tags) &&
            touches(operationTags, b.tags) &&
            touches(list('previousTags'), a.tags) &&
            touches(list('nextTags'), b.tags) &&
            touches(rule.resourceTags ?? [], new Set(a.to.tags));
        } else if (rule.kind === 'adjacency') {
          const fits = (x: Piece, y: Piece): boolean =>
            touches(operationTags, x.tags) &&
            touches(list('otherTags'), y.tags) &&
            touches(rule.resourceTags ?? [], new Set(x.to?.tags));
          isBroken = overlaps && areRelated(rule, a.to, b.to) && (fits(a, b) || fits(b, a));
        } else if (rule.kind === 'departure') {
          const isSoon = Math.abs(a.end - b.end) < Number(parameters['seconds']);
          const onBoth = [a.to, b.to].every((to) => touches(rule.resourceTags ?? [], new Set(to.tags)));
          const isOwn = isMember(operationTags, a) && isMember(operationTags, b);
          if (isSoon && onBoth && isOwn && !bothBlock && areRelated(rule, a.to, b.to)) {
            score.rules += hundredths(rule.weight ?? 0);
          }
        } else if (rule.kind === 'group') {
          const apart = parameters['scope'] === 'location' ? a.to.location !== b.to.location : a.to !== b.to;
          const isGroup = a.operation.group != null && a.operation.group === b.operation.group;
          if (isGroup && apart && !bothBlock && touches(operationTags, a.tags) && touches(operationTags, b.tags)) {
            score.rules += hundredths(rule.weight ?? 0);
          }
        }
        if (!isBroken || bothBlock) continue;
        if (rule.hard === true) isConflict = true;
        else score.rules += hundredths(rule.weight ?? 0);
      }
      if (isConflict && !bothBlock) score.conflicts += hundredths(weights.conflict);
    }
  }

  for (const rule of rules.filter(({ kind }) => kind === 'balance')) {
    for (const resource of document.resources) {
      if (!touches(rule.resourceTags ?? [], new Set(resource.tags))) continue;
      const count = pieces.filter((piece) => piece.to === resource && isMember(rule.operationTags ?? [], piece)).length;
      for (let n = 1; n < count; n++) score.rules += n * hundredths(rule.weight ?? 0);
    }
  }
  const scheduledStart = ({ operation: { inboundTask } }: Piece): number =>
    seconds(inboundTask?.scheduledTime ?? inboundTask?.plannedTime ?? '');
  const firsts = pieces
    .filter((piece, i) => pieces.findIndex(({ operation }) => operation === piece.operation) === i)
    .sort((a, b) => scheduledStart(a) - scheduledStart(b) || (a.operation.id < b.operation.id ? -1 : 1));
  for (const rule of rules.filter(({ kind }) => kind === 'continuity')) {
    const nameOf = ({ inboundTask, outboundTask }: DocumentOperation): string | undefined =>
      inboundTask?.taskName || outboundTask?.taskName;
    for (const [i, piece] of firsts.entries()) {
      if (!nameOf(piece.operation) || !isMember(rule.operationTags ?? [], piece)) continue;
      const reference = (rule.parameters?.['referenceTags'] ?? []) as readonly string[];
      const last = firsts
        .slice(0, i)
        .findLast((one) => nameOf(one.operation) === nameOf(piece.operation) && isMember(reference, one));
      if (!last?.to || !piece.to) continue;
      const isSame =
        rule.parameters?.['scope'] === 'location' ? last.to.location === piece.to.location : last.to === piece.to;
      if (!isSame) score.rules += hundredths(rule.weight ?? 0);
    }
  }
  for (const rule of rules.filter(({ kind }) => kind === 'usage')) {
    for (const resource of document.resources) {
      const isUsed = pieces.some(({ operation, to }) => to === resource && operation.isBlocker !== true);
      if (isUsed && touches(rule.resourceTags ?? [], new Set(resource.tags)))
        score.rules += hundredths(rule.weight ?? 0);
    }
  }
  return score;
};

const areRelated = (rule: DocumentRule, a: DocumentResource, b: DocumentResource): boolean => {
  if (a === b) return false;
  switch (rule.parameters?.['relation']) {
    case 'adjacent':
      return (a.adjacent ?? []).includes(b.id) || (b.adjacent ?? []).includes(a.id);
    case 'sibling':
      return a.parent != null && a.parent === b.parent;
    default:
      return a.parent === b.id || b.parent === a.id;
  }
};

const piecesOf = (
  operation: DocumentOperation,
  document: PlanningDocument,
  plan: readonly DocumentAssignment[],
  resources: ReadonlyMap<string, DocumentResource>,
): readonly Piece[] => {
  const { inboundTask, outboundTask } = operation;
  if (!inboundTask || !outboundTask) return [];
  const [inbound, outbound] = [inboundTask, outboundTask].map(({ actualTime, expectedTime, imposedDelayInSeconds }) =>
    actualTime == null ? seconds(expectedTime) + (imposedDelayInSeconds ?? 0) : seconds(actualTime),
  );
  const scheduled = (task: typeof inboundTask): number => seconds(task.scheduledTime ?? task.plannedTime ?? '');
  const stay = Math.max(scheduled(outboundTask) - scheduled(inboundTask), document.planning.minimumStaySeconds ?? 1800);
  const leaves = outbound > inbound ? outbound : inbound + stay;
  const tags = new Set([operation.tags, inboundTask.tags, outboundTask.tags].flatMap((list) => list ?? []));
  const before = document.assignments.find((assignment) => assignment.operation === operation.id);
  const after = plan.find((assignment) => assignment.operation === operation.id);
  const parts = before?.parts ?? [{ resource: before?.resource ?? null }];
  const places = after?.parts?.map(({ resource }) => resource) ?? [after?.resource ?? null];
  return parts.flatMap((part, i) => {
    const start = Math.max(inbound, part.startAt == null ? inbound : seconds(part.startAt));
    const end = i === parts.length - 1 ? leaves : Math.min(leaves, part.endAt == null ? leaves : seconds(part.endAt));
    if (end <= start) return [];
    const [from, to] = [part.resource, places[i]].map((id) => (id == null ? undefined : resources.get(id)));
    return [{ operation, tags, start, end, windowStart: inbound, from, to }];
  });
};

const seconds = (text: string): number => parseInstant(text) / 1000;
