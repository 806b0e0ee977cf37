import type { Format, ReadingContext, ReadItems, RecordProblem, RecordWarning } from '../format.ts';
import { RecordProblems } from '../format.ts';

/** What a format makes of a text or of bytes, in a test. */
export const readWith = async (
  { read }: Format,
  text: string | Uint8Array,
  context: Partial<ReadingContext> = {},
): Promise<
  ReadItems & { readonly problems: readonly RecordProblem[]; readonly warnings: readonly RecordWarning[] }
> => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const problems = new RecordProblems();
  const items = await read(bytes, {
    timezone: 'UTC',
    station: null,
    from: null,
    to: null,
    mapping: null,
    limits: { items: 10_000, columns: 200 },
    json: async () => JSON.parse(Buffer.from(bytes).toString()) as unknown,
    problems,
    ...context,
  });
  return { ...items, problems: problems.list, warnings: problems.warnings };
};
