import { isRecord, memberOf } from '../../../engine/recordOf.ts';
import { durationText } from '../../../engine/wording.ts';
import { clockAt } from '../../timeline/model/ticks.ts';
import { type Names, referredName } from './names.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const MOST_LETTERS = 80;
/** Members that mean nothing to a planner. */
const SILENT = new Set([
  'versionId',
  'workspace',
  'assignedBy',
  'assignedByName',
  'assignedAt',
  'derivedExpectedTime',
  'distributionMean',
  'distributionEarliest',
  'distributionLatest',
  'expectedTimeP10',
  'expectedTimeP90',
]);

/** The names that planners use for members. */
const NAMES: Readonly<Record<string, string>> = {
  parts: 'place',
  imposedDelayInSeconds: 'delay',
  expectedTime: 'expected',
  scheduledTime: 'scheduled',
  actualTime: 'actual',
  expectedTimeP05: 'at 5 %',
  expectedTimeP95: 'at 95 %',
  sigma: 'uncertainty in seconds',
  isFixedToResource: 'locked',
  isBlocker: 'closure',
};

/** The members that follow from another one that is said: a place, and percentiles that move with the expected time. */
const FOLLOWS: Readonly<Record<string, string>> = {
  resource: 'parts',
  expectedTimeP05: 'expectedTime',
  expectedTimeP95: 'expectedTime',
};

const isSaid = (field: string, fields: readonly string[]): boolean => {
  const leader = FOLLOWS[field];
  return !SILENT.has(field) && (leader === undefined || !fields.includes(leader));
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The name of a record for planners, such as "DL 417" or "A12". */
export const entityName = (names: Names, entity: string, id: string, record: unknown): string => {
  const fields = isRecord(record) ? record : {};
  switch (entity) {
    case 'operation':
      return names.of('operation', id) ?? id;
    case 'assignment': {
      const operation = text(fields['operation']) || id;
      return names.of('operation', operation) ?? operation;
    }
    case 'task':
      return text(fields['taskName']) || id;
    default:
      return text(fields['name']) || text(fields['value']) || id;
  }
};

/** The text of a member's value: what it refers to by name, instants in the shown time zone. */
export const fieldText = (names: Names, field: string, value: unknown): string => {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const texts = value.map((one: unknown) => fieldText(names, field, memberOf(one, 'resource') ?? one));
    return texts.length === 0 ? 'nothing' : [...new Set(texts)].join(', ');
  }
  if (typeof value === 'object') return JSON.stringify(value).slice(0, MOST_LETTERS);
  if (field === 'imposedDelayInSeconds' && typeof value === 'number')
    return `${value < 0 ? '−' : ''}${durationText(value)}`;
  const said = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  if (INSTANT.test(said)) {
    const at = Date.parse(said) / 1000;
    return `${names.times.day(at)}, ${clockAt(names.times.zone, at)}`;
  }
  return referredName(names, field, said) ?? said.slice(0, MOST_LETTERS);
};

/** The text of the given members of a record that mean something to planners, such as "place: A12". */
export const recordText = (
  names: Names,
  fields: readonly string[],
  records: readonly unknown[],
  record: unknown,
): string => {
  const textIn = (one: unknown, field: string): string => fieldText(names, field, memberOf(one, field));
  return fields
    .filter((field) => isSaid(field, fields))
    .filter((field) => records.some((one) => one !== null && textIn(one, field) !== textIn(record, field)))
    .map((field) => `${NAMES[field] ?? field}: ${textIn(record, field)}`)
    .join(', ');
};

/** The text of each difference, such as "resource: A12 → A14". */
export const changedTexts = (
  names: Names,
  {
    before,
    after,
    changed,
  }: { readonly before?: unknown; readonly after?: unknown; readonly changed: readonly string[] },
): readonly string[] => {
  if (after == null || before == null) return [];
  return changed
    .filter((field) => isSaid(field, changed))
    .map(
      (field) =>
        `${NAMES[field] ?? field}: ${fieldText(names, field, memberOf(before, field))} → ${fieldText(names, field, memberOf(after, field))}`,
    );
};
