import { expect, test } from 'vitest';
import { z } from 'zod';
import { isRecord, memberOf } from '../../engine/recordOf.ts';
import { checked } from '../../schedule/entities/checked.ts';
import { problemsOf } from '../contract/error.ts';
import { ROUTES } from '../routes/routes.ts';
import { openApiDocument } from './openApiDocument.ts';

type Media = Record<string, { example: unknown }>;
interface Operation {
  requestBody?: { content: Media };
  responses: Record<string, { content?: Media }>;
}

const openApi = openApiDocument(ROUTES, 'http://localhost', { hasEvents: true });
const { paths } = openApi as unknown as { paths: Record<string, Record<string, Operation>> };

const refused = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = checked(schema, value);
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

/** The schema, or one that it refers to or joins, has a description. */
const isDescribed = (schema: unknown): boolean => {
  if (!isRecord(schema)) return false;
  if (typeof schema['description'] === 'string') return true;
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  if (typeof $ref === 'string') return isDescribed(memberOf(openApi, ...$ref.slice('#/'.length).split('/')));
  return [allOf, anyOf, oneOf].flat().some(isDescribed);
};

/** The paths of members and parameters below a node of the document that nothing describes. */
const undescribed = (node: unknown, path: string): string[] => {
  if (Array.isArray(node)) return node.flatMap((item, i) => undescribed(item, `${path}/${i}`));
  if (!isRecord(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'example' || key === 'examples' || key === 'default') return [];
    const items = key === 'properties' || (key === 'parameters' && Array.isArray(value)) ? (value as object) : {};
    const silent = Object.entries(items).filter(
      ([, item]) => !isDescribed(item) && !isDescribed(memberOf(item, 'schema')),
    );
    return [...silent.map(([name]) => `${path}/${key}/${name}`), ...undescribed(value, `${path}/${key}`)];
  });
};

test('every member and every parameter says what it is', () => {
  expect(undescribed(openApi, '')).toEqual([]);
});

/** The enums below a node of the document that have a value of another type than their schema. */
const contradictory = (node: unknown, path: string): string[] => {
  if (!isRecord(node)) return Array.isArray(node) ? node.flatMap((item, i) => contradictory(item, `${path}/${i}`)) : [];
  const { type, enum: values } = node;
  const isAtFault = Array.isArray(values) && typeof type === 'string' && values.some((value) => typeof value !== type);
  const below = Object.entries(node).flatMap(([key, value]) => contradictory(value, `${path}/${key}`));
  return isAtFault ? [path, ...below] : below;
};

test('no value that is allowed is of another type than the one that is named', () => {
  expect(contradictory(openApi, '')).toEqual([]);
});
