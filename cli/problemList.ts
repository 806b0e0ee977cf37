/** A problem of a document. `path` is dotted, such as `operations.3.inboundTask`. */
export interface DocumentProblem {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** How many problems of one kind are shown; the rest are counted. */
const SHOWN_OF_A_KIND = 3;

/** The paths at which a document defines the id of a record. */
const OWN_ID = /^(?:(?:locations|resources|groups|operations|rules)\.\d+\.id|tags\.\d+\.uuid)$/;

/** Removes problems that only follow from others: references to an id that is invalid itself. */
export const withoutEchoes = (problems: readonly DocumentProblem[], document: unknown): readonly DocumentProblem[] => {
  const refused = new Set<unknown>();
  for (const { path } of problems) if (OWN_ID.test(path)) refused.add(valueAt(document, path));
  refused.delete(undefined);
  return problems.filter(({ path }) => OWN_ID.test(path) || !refused.has(valueAt(document, path)));
};

/** A line for each problem, grouped by kind: the first few of each kind, and the number of the others. */
export const problemLines = (problems: readonly DocumentProblem[], all: boolean): readonly string[] => {
  const kinds = new Map<string, DocumentProblem[]>();
  for (const problem of problems) {
    const key = `${patternOf(problem.path)} ${problem.code}`;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, [problem]);
    else kind.push(problem);
  }
  let hidden = 0;
  const lines = [...kinds.values()].flatMap((kind) => {
    const shown = all || kind.length === SHOWN_OF_A_KIND + 1 ? kind : kind.slice(0, SHOWN_OF_A_KIND);
    const more = kind.length - shown.length;
    hidden += more;
    const rest =
      more === 0 ? [] : [`${patternOf(present(kind[0]).path)}: and ${more} more like these, ${kind.length} in all`];
    return [...shown.map(({ path, message }) => `${path === '' ? '(document)' : path}: ${message}`), ...rest];
  });
  if (hidden === 0) return lines;
  return [...lines, `${problems.length} problems of ${plural(kinds.size, 'kind')}; --all shows every one`];
};

/** `operations.3.tags.0` → `operations.*.tags.*`. */
const patternOf = (path: string): string => path.replaceAll(/(^|\.)\d+(?=\.|$)/g, '$1*');

const valueAt = (document: unknown, path: string): unknown => {
  let value = document;
  for (const member of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined;
    value = Reflect.get(value, member);
  }
  return value;
};
import { present } from '../engine/present.ts';
import { plural } from '../engine/wording.ts';
