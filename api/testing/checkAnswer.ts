import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { ClashBody, ErrorBody, problemsOf, StaleBody } from '../contract/error.ts';
import { ROUTES } from '../routes/routes.ts';
import { ExportedDocument } from '../routes/documentSchemas.ts';
import { bySpecificity, routedPath } from '../routing/mount.ts';
import type { RouteSpec } from '../routing/route.ts';
import { longNumbers } from './longNumbers.ts';

const matcher = (path: string): RegExp => new RegExp(`^${routedPath(path).replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const matchers = ROUTES.toSorted(bySpecificity).map(({ spec }) => ({ spec, pattern: matcher(spec.path) }));

/** The description of the route that handles a request, or undefined. */
const specOf = (method: string, pathname: string): RouteSpec | undefined =>
  matchers.find(({ spec, pattern }) => spec.method === method.toLowerCase() && pattern.test(routedPath(pathname)))
    ?.spec;

/** The value without members that are named `__proto__`, which `z.record` drops. */
const withoutReserved = (value: unknown): unknown =>
  value === undefined
    ? value
    : (JSON.parse(JSON.stringify(value), (member, child: unknown) =>
        member === '__proto__' ? undefined : child,
      ) as unknown);

const differences = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return problemsOf(parsed.error).map(({ path, message }) => `${path} ${message}`);
  // A document's records refuse unknown members by themselves, and drop those that are read only, such as `versionId`.
  if (schema === ExportedDocument) return [];
  return isDeepStrictEqual(parsed.data, value) || isDeepStrictEqual(parsed.data, withoutReserved(value))
    ? []
    : ['has members that are not documented'];
};

const isAs = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** The differences between a response and what the OpenAPI document says about it. `lines` are those of a stream. */
export const faultsOf = (
  method: string,
  url: string,
  status: number,
  { body, lines }: { readonly body?: unknown; readonly lines?: readonly unknown[] },
): string[] => {
  if (status >= 400) {
    return differences(z.union([ClashBody, StaleBody, ErrorBody]), body);
  }
  const spec = specOf(method, new URL(url, 'http://localhost').pathname);
  if (spec === undefined || method === 'HEAD' || status === 304) return [];
  if (status === 202 && spec.accepts) return body === undefined ? [] : ['answers something'];
  const hasContent = spec.response !== undefined || spec.lines !== undefined;
  const normal = spec.status ?? (hasContent ? 200 : 204);
  // The response to a dry run differs by its status, or, where both have 200, by its members.
  const isDry = spec.dryRun !== undefined && status === 200 && (normal !== 200 || isAs(spec.dryRun, body));
  const expected = isDry ? 200 : normal;
  const faults = [
    ...(status === expected ? [] : [`answers ${status}; documented is ${expected}`]),
    ...longNumbers(lines ?? body),
  ];
  if (lines !== undefined) return [...faults, ...differences(z.array(spec.lines ?? z.never()), lines)];
  if (spec.response === undefined || body === undefined) return faults;
  if (isDry) return [...faults, ...differences(spec.dryRun, body)];
  return [...faults, ...differences(spec.list ? z.array(spec.response) : spec.response, body)];
};
