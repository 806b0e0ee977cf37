import { present } from '../../engine/present.ts';
import type { JsonSchema } from './componentSchemas.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/** Examples of members by name. Every other example is made from the member's type. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  access: 'eyJhbGciOiJFZERTQSJ9…',
  author: 'user-1',
  assignedBy: 'user-1',
  category: 'aircraft',
  code: 'not_found',
  color: '#1a2b3c',
  createdBy: 'user-1',
  cursor: 'eyJvIjoxfQ',
  delta: -990,
  description: 'Turnaround',
  detail: 'There is no operation op-1.',
  email: 'ann@example.org',
  explanation: 'Move TG920 to A14; nobody else is affected.',
  externalId: 'TG920-20261120',
  format: 'tidegate/planning@1',
  key: 'tg_0193f2b07c1e_9Jx…',
  kind: 'buffer',
  location: 'pier-a',
  message: 'is required',
  name: 'A12',
  operationName: 'TG920 / TG921',
  operation: 'op-1',
  path: 'inboundTask.expectedTime',
  planning: 'demo',
  refresh: 'eyJhbGciOiJFZERTQSJ9…',
  resource: 'A12',
  scheduledTime: '2026-11-20T09:30:00.000Z',
  plannedTime: '2026-11-20T09:30:00.000Z',
  expectedTime: '2026-11-20T09:45:00.000Z',
  sigma: 300,
  skewFactor: 0.4,
  solver: 'auto',
  taskName: 'TG920',
  timezone: 'Europe/Berlin',
  uuid: '0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44',
  value: 'wide body',
  versionId: '0193f2b1-11aa-7d52-b0a3-5d0a3f1b9c77',
};

const DEEPEST = 6;

/** Whether a value fits the schema's type, pattern and enum. Needed because a member's name is only a hint. */
const fits = (schema: JsonSchema, value: unknown): boolean => {
  const types = [schema['type'] ?? []].flat();
  const pattern = schema['pattern'];
  if (typeof value === 'string' && typeof pattern === 'string' && !new RegExp(pattern).test(value)) return false;
  if (schema.enum?.includes(value) === false) return false;
  return types.length === 0 || types.includes(typeof value);
};

/** An example of a schema: its own, or else one made from its members. */
export const exampleOf = (schema: JsonSchema, components: Components, name = '', depth = 0): unknown => {
  const { examples, $ref: reference } = schema;
  const of = (one: JsonSchema | undefined): unknown => exampleOf(present(one), components, name, depth);
  const isId = reference?.endsWith('/Id') === true;
  if (isId && typeof BY_NAME[name] === 'string') return BY_NAME[name];
  if (reference !== undefined) return of(components[present(reference.split('/').at(-1))]);
  if (examples !== undefined) return examples[0];
  if ('const' in schema) return schema['const'];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return of(choices[0]);
  if (name in BY_NAME && fits(schema, BY_NAME[name])) return BY_NAME[name];
  if (schema.enum !== undefined) return schema.enum[0];
  return exampleOfType(schema, components, name, depth);
};

const exampleOfType = (schema: JsonSchema, components: Components, name: string, depth: number): unknown => {
  const atLeast = (bound: 'minimum' | 'minItems' | 'minLength'): number => Number(schema[bound] ?? 0);
  switch (schema['type']) {
    case 'object':
      return objectExample(schema, components, depth);
    case 'array': {
      if (depth > DEEPEST) return [];
      const item = exampleOf(present(schema.items), components, name.replace(/s$/, ''), depth + 1);
      return Array.from({ length: Math.max(1, atLeast('minItems')) }, () => item);
    }
    case 'integer':
    case 'number':
      return Math.max(0, atLeast('minimum'));
    case 'boolean':
      return false;
    case 'string':
      return 'text'.padEnd(atLeast('minLength'), '-');
    default:
      return null;
  }
};

const objectExample = (schema: JsonSchema, components: Components, depth: number): unknown => {
  const { required = [], properties = {} } = schema;
  const members = Object.entries(properties);
  return Object.fromEntries(
    members
      .filter(([member]) => required.includes(member))
      .map(([member, inner]) => [member, exampleOf(inner, components, member, depth + 1)]),
  );
};
