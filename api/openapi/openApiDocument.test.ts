import { expect, test } from 'vitest';
import { z } from 'zod';
import { problemsOf } from '../contract/error.ts';
import { ROUTES } from '../routes/routes.ts';
import { openApiDocument } from './openApiDocument.ts';

type Media = Record<string, { example: unknown }>;
interface Operation {
  requestBody?: { content: Media };
  responses: Record<string, { content?: Media }>;
}

const { paths } = openApiDocument(ROUTES, 'http://localhost') as unknown as {
  paths: Record<string, Record<string, Operation>>;
};

const refused = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : problemsOf(parsed.error).map(({ path, message }) => `${path} ${message}`);
};

test.each(ROUTES.map((route) => [`${route.spec.method} ${route.spec.path}`, route.spec] as const))(
  '%s: its examples fit its request and response schemas',
  (_name, spec) => {
    const operation = paths[spec.path][spec.method];
    if (spec.body !== undefined) {
      expect(refused(spec.body, operation.requestBody?.content['application/json'].example)).toEqual([]);
    }
    const { status = spec.response === undefined && spec.lines === undefined ? 204 : 200 } = spec;
    const { content } = operation.responses[status];
    if (spec.response !== undefined) {
      const schema = spec.list ? z.array(spec.response) : spec.response;
      expect(refused(schema, content?.['application/json'].example)).toEqual([]);
    }
    if (spec.dryRun !== undefined && status !== 200) {
      expect(refused(spec.dryRun, operation.responses[200].content?.['application/json'].example)).toEqual([]);
    }
    if (spec.lines !== undefined) expect(refused(spec.lines, content?.['application/x-ndjson'].example)).toEqual([]);
  },
);

test('every operation that reads a body, needed or not, declares that it may be too large', () => {
  const silent = ROUTES.filter(
    ({ spec }) => spec.method !== 'get' && !('413' in paths[spec.path][spec.method].responses),
  );
  expect(silent.map(({ spec }) => `${spec.method} ${spec.path}`)).toEqual([]);
});
