import type { AssignmentInput, AssignmentPartInput } from '../entities/assignment.ts';
import type { AssignmentFields, AssignmentPart } from '../../db/versions/entities.ts';
import type { Edits } from '../changes/edits.ts';
import { below, item, type Problems } from '../problems.ts';
import { readInstant } from '../tasks/readInstant.ts';
import { spokenName } from '../records/operationRecord.ts';
import { missingTags } from './missingTags.ts';

/**
 * Gives an operation a new assignment in place of its current one. Collects problems: unknown resources, parts out of order, and resources that lack
 * a required tag (unless `override` is set, which adds a remark to the changeset's message).
 */
export const assignIn = (
  edits: Edits,
  id: string,
  input: AssignmentInput,
  assignedBy: string,
  path: string,
): AssignmentFields => {
  const { operation } = input;
  const parts = readParts(edits, input, path);
  checkOrder(parts, partPath(input, path), edits.problems);
  const checked = parts.map((part, i) => checkEligible(edits, operation, part, input, partPath(input, path)(i)));
  const fields: AssignmentFields = {
    operation,
    parts: checked,
    metadata: input.metadata ?? null,
    assignedAt: edits.context.at,
    assignedBy,
  };
  edits.put('assignment', id, fields);
  return fields;
};

const partPath =
  ({ parts }: AssignmentInput, path: string) =>
  (index: number): string =>
    parts === undefined ? path : item(below(path, 'parts'), index);

/** A record that is read and written back has both `resource` and `parts`; they must then agree. */
const readParts = (edits: Edits, input: AssignmentInput, path: string): AssignmentPart[] => {
  const { problems } = edits;
  const { parts, resource } = input;
  if (parts === undefined && resource === undefined) problems.required(below(path, 'resource'));
  const written = parts ?? [{ resource: resource ?? null }];
  if (parts !== undefined && resource !== undefined && (parts[0]?.resource ?? null) !== resource) {
    const message = 'Give a resource or parts, not both; a resource beside parts must be the first part’s.';
    problems.add(below(path, 'resource'), 'resource_and_parts', message);
  }
  if (written.length === 0) {
    problems.add(
      below(path, 'parts'),
      'too_small',
      'An assignment needs at least one part; to unassign, deactivate it.',
    );
  }
  const ids = new Set<string>();
  return written.map((part, i) => {
    const at = partPath(input, path)(i);
    const read = readPart(edits, part, at);
    if (ids.has(read.id)) problems.repeated(below(at, 'id'), read.id);
    ids.add(read.id);
    return read;
  });
};

const readPart = (edits: Edits, part: AssignmentPartInput, path: string): AssignmentPart => {
  const { problems } = edits;
  const time = (member: 'startAt' | 'endAt'): number | null => {
    const text = part[member];
    return text == null ? null : readInstant(text, below(path, member), problems);
  };
  const resource = part.resource ?? null;
  if (resource !== null) edits.reference('resource', resource, below(path, 'resource'));
  return {
    id: part.id ?? edits.nextId(),
    startAt: time('startAt'),
    endAt: time('endAt'),
    resource,
    isFixed: part.isFixed ?? false,
    override: false,
    metadata: part.metadata ?? null,
  };
};

/** Checks that the parts are in order and do not overlap. Only the first part may omit its start, and only the last its end. */
const checkOrder = (parts: readonly AssignmentPart[], pathOf: (index: number) => string, problems: Problems): void => {
  let before = Number.NEGATIVE_INFINITY;
  for (const [i, part] of parts.entries()) {
    const start = part.startAt ?? Number.NEGATIVE_INFINITY;
    const end = part.endAt ?? Number.POSITIVE_INFINITY;
    if (start >= end) problems.add(below(pathOf(i), 'endAt'), 'parts_out_of_order', 'A part must end after it starts.');
    if (i > 0 && start < before) {
      const message = 'Parts must be in order and must not overlap: this one starts before the previous one ends.';
      problems.add(below(pathOf(i), 'startAt'), 'parts_out_of_order', message);
    }
    before = end;
  }
};

const checkEligible = (
  edits: Edits,
  operation: string,
  part: AssignmentPart,
  { override }: AssignmentInput,
  path: string,
): AssignmentPart => {
  if (part.resource === null || !edits.has('resource', part.resource)) return part;
  const missing = missingTags(edits, operation, part.resource);
  if (missing.length === 0) return { ...part, override: override ?? false };
  if (override === true) {
    const what = spokenName(edits, operation);
    const where = edits.get('resource', part.resource)?.name ?? part.resource;
    const names = missing.map(({ name }) => name).join(', ');
    edits.remarks.push(`Override: ${what} on ${where}, which lacks ${names}.`);
    return { ...part, override: true };
  }
  edits.problems.add(
    below(path, 'resource'),
    'missing_required_tags',
    `Resource ${part.resource} lacks tags that operation ${operation} requires: ${missing.map(({ name, uuid }) => `${name} (${uuid})`).join(', ')}. Choose another, or send override: true.`,
  );
  return part;
};
