import { FORMATS } from '../../schedule/formats/formats.ts';
import { type Format, RecordProblems } from '../../schedule/formats/format.ts';
import { toError } from '../../schedule/problems.ts';
import { parseLines } from '../routing/requestBody.ts';
import type { BodyFormat } from '../routing/route.ts';

interface Asked {
  readonly station?: string;
  readonly from?: string;
  readonly to?: string;
}

const stationIn = (metadata: unknown): string | null => {
  const station = (metadata as { readonly station?: unknown } | null)?.station;
  return typeof station === 'string' ? station : null;
};

/** A body of the format, as the body of an upload. What is wrong goes to the report of a dry run; else it is 400, with the line of each record. */
const bodyFormat =
  ({ read }: Format): BodyFormat =>
  async (bytes, { shape, columns, report }, { query, params, scope, schedule, json }) => {
    const { station, from = null, to = null } = query as Asked;
    const { timezone, metadata } = await schedule.getPlanning(scope, params['id'] ?? '');
    const problems = new RecordProblems();
    const { list, items, lines } = await read(bytes, {
      timezone,
      station: station ?? stationIn(metadata),
      from,
      to,
      limits: { items: shape.items ?? Number.POSITIVE_INFINITY, columns },
      json,
      problems,
    });
    if (report !== undefined) {
      report.lines.push(...lines);
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
