import { memberOf } from '../../engine/recordOf.ts';
import { FORMATS } from '../../schedule/formats/formats.ts';
import type { MappingChoice } from '../contract/query.ts';
import { type Format, type MappingInUse, RecordProblems } from '../../schedule/formats/format.ts';
import { toError } from '../../schedule/problems.ts';
import { ALL_ROWS } from '../../schedule/records/page.ts';
import { parseLines } from '../routing/requestBody.ts';
import type { BodyFormat, BodyRequest, GuardRequest } from '../routing/route.ts';

interface Asked {
  readonly mapping?: MappingChoice;
  readonly station?: string;
  readonly from?: string;
  readonly to?: string;
}

const stationIn = (metadata: unknown): string | null => {
  const station = memberOf(metadata, 'station');
  return typeof station === 'string' ? station : null;
};

/** Throws 400 where a mapping comes with a body that has no columns. */
export const refuseStrayMapping = async ({ context }: Pick<GuardRequest, 'context'>): Promise<void> => {
  if (context.req.query('mapping') === undefined) return;
  if (/^text\/csv(?:;|$)/i.test(context.req.header('Content-Type') ?? '')) return;
  throw toError([
    { path: 'mapping', code: 'invalid_value', message: 'is for text/csv only; this is another kind of file' },
  ]);
};

interface Upload extends Pick<BodyRequest, 'scope' | 'schedule'> {
  readonly planning: string;
}

const mappingInUse = async (choice: MappingChoice, { scope, schedule, planning }: Upload): Promise<MappingInUse> => {
  const mapping = 'id' in choice ? await schedule.mappingForUpload(scope, planning, choice.id) : choice.mapping;
  const tags = new Map<string, string>();
  const key = (category: string, value: string): string => JSON.stringify([category, value.toLowerCase()]);
  if (mapping.fields.some(({ tagCategory }) => tagCategory !== undefined)) {
    const { items } = await schedule.listTags(scope, planning, ALL_ROWS);
    for (const { uuid, category, value } of items) tags.set(key(category, value), uuid);
  }
  return { mapping, tagOf: (category, value) => tags.get(key(category, value)) };
};

/** A body of the format, as the body of an upload. What is wrong goes to the report of a dry run; else it is 400, with the line of each record. */
const bodyFormat =
  ({ read }: Format): BodyFormat =>
  async (bytes, { shape, columns: mostColumns, report }, { query, params, scope, schedule, json }) => {
    const { station, from = null, to = null, mapping } = query as Asked;
    const planning = params['id'] ?? '';
    const { timezone, metadata } = await schedule.getPlanning(scope, planning);
    const problems = new RecordProblems();
    const { list, items, lines, columns } = await read(bytes, {
      mapping: mapping === undefined ? null : await mappingInUse(mapping, { scope, schedule, planning }),
      timezone,
      station: station ?? stationIn(metadata),
      from,
      to,
      limits: { items: shape.items ?? Number.POSITIVE_INFINITY, columns: mostColumns },
      json,
      problems,
    });
    if (report !== undefined) {
      for (const line of lines) report.lines.push(line);
      if (columns !== undefined) report.columns = columns;
      report.namesMembers = true;
      for (const { line, ...warning } of problems.warnings) report.warnings.push({ row: line, ...warning });
    }
    if (report?.isDry) {
      for (const { line, ...problem } of problems.list) report.problems.push({ row: line, ...problem });
    } else if (problems.list.length > 0) {
      throw toError(
        problems.list.map(({ line, path, code, message }) => {
          const at = ['lines', line, path].filter((part) => part !== null && part !== '');
          return { path: line === null ? path : at.join('.'), code, message };
        }),
      );
    }
    return { [list]: items };
  };

/** What the body of an upload may be besides JSON, by content type. */
export const UPLOAD_FORMATS: Readonly<Record<string, BodyFormat>> = {
  ...Object.fromEntries(FORMATS.flatMap((format) => format.mediaTypes.map((type) => [type, bodyFormat(format)]))),
  'application/x-ndjson': async (bytes, limits) => ({ operations: await parseLines(bytes, limits) }),
};
