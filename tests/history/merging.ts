import { changedIn, keyOf, type Layer, type Model, type Put, type Row, same, unsound } from './model.ts';

export type Strategy = 'ours' | 'theirs' | null;

/** Which side wins: by key, else for all. */
export interface Decisions {
  readonly strategy: Strategy;
  readonly resolutions: ReadonlyMap<string, 'ours' | 'theirs'>;
}
type Side = {
  readonly key: string;
  readonly row: Row;
  readonly how: 'ours' | 'theirs' | 'clash';
  readonly fields: Row['fields'] | null;
  /** What the record becomes by each decision, if only some of its fields are to be decided. */
  readonly decided?: Readonly<Record<'ours' | 'theirs', Row['fields']>>;
};

/** One row compared with the current mainline. */
function one(model: Model, key: string, row: Row): Side {
  const main = model.now.main.get(key);
  const base = row.base === null ? undefined : model.versions.get(row.base);
  const side = (
    how: Side['how'],
    branch: string,
    fields: Row['fields'] | null = row.gone ? null : row.fields,
  ): Side => {
    model.hit(branch);
    return { key, row, how, fields };
  };
  if (row.base === (main?.version ?? null)) return side('ours', 'merge: the mainline did not move');
  if (row.gone && !main) return side('theirs', 'merge: both deleted');
  const mainMoved = !base || !main || base.id !== main.id || changedIn(base, main).length > 0;
  const draftMoved = !base || base.id !== row.id || changedIn(base, row).length > 0;
  if (row.gone)
    return mainMoved
      ? side('clash', 'clash: deleted here, changed there')
      : side('ours', 'merge: delete of what stayed the same');
  if (!main)
    return draftMoved
      ? side('clash', 'clash: changed here, deleted there')
      : side('theirs', 'merge: delete there of what stayed the same here');
  if (!draftMoved) return side('theirs', 'merge: only the mainline changed');
  if (row.id === main.id && same(row.fields, main.fields)) return side('theirs', 'merge: both changed to the same');
  if (!base) return side('clash', 'clash: both made one');
  if (row.kind === 'assignment')
    return mainMoved
      ? side('clash', 'clash: assignments whole')
      : side('ours', 'merge: assignment came back as it was');
  const ours = changedIn(base, row);
  const theirs = changedIn(base, main);
  const clashing = ours.filter((name) => theirs.includes(name) && !same(row.fields[name], main.fields[name]));
  const withOurs = (names: readonly string[]) => ({
    ...main.fields,
    ...Object.fromEntries(names.map((name) => [name, row.fields[name]])),
  });
  const merged = withOurs(ours);
  if (clashing.length === 0)
    return same(merged, main.fields)
      ? side('theirs', 'merge: both changed to the same')
      : side('ours', 'merge: one-sided changes of one entity', merged);
  const oneSided = withOurs(ours.filter((name) => !clashing.includes(name)));
  return { ...side('clash', 'clash: the same field'), decided: { ours: merged, theirs: oneSided } };
}

export const forAll = (strategy: Strategy): Decisions => ({ strategy, resolutions: new Map() });

const wholeOf = ({ kind, id, fields }: Row): string | null =>
  kind === 'operation'
    ? id
    : kind === 'task' || kind === 'assignment'
      ? ((fields['operation'] as string | null) ?? null)
      : null;

/** The draft as it would be published: its writes, the keys that it releases, and the keys that clash. */
export function mergeDraft(model: Model, layer: string, { strategy: common, resolutions }: Decisions) {
  const draft = model.now.drafts.get(layer) ?? new Map<string, Row>();
  const main = model.now.main;
  const keep: Put[] = [];
  const release: Put[] = [];
  const clashes: string[] = [];
  const baseNow = (key: string) => main.get(key)?.version ?? null;
  const decided = (key: string): Strategy => resolutions.get(key) ?? common;
  /** What may be decided by itself. */
  const contestable = new Set<string>();
  const settle = ({ key, row, how, fields, decided: merged }: Side, strategy = decided(key)): void => {
    if (how === 'clash' && strategy === null) clashes.push(key);
    else if (how === 'clash' && strategy !== null && merged && !same(merged[strategy], main.get(key)?.fields))
      keep.push({ kind: row.kind, id: row.id, fields: merged[strategy], base: baseNow(key) });
    else if (how === 'theirs' || (how === 'clash' && strategy === 'theirs'))
      release.push({ kind: row.kind, id: row.id, fields: row.fields, release: true });
    else
      keep.push({
        kind: row.kind,
        id: row.id,
        fields: how === 'clash' ? (row.gone ? null : row.fields) : fields,
        base: baseNow(key),
      });
    model.hit(`clash decided: ${strategy}`, how === 'clash' && strategy !== null);
    model.hit('clash decided by itself', how === 'clash' && strategy !== null && strategy !== common);
  };
  const groups = Map.groupBy([...draft], ([, row]) => wholeOf(row));
  for (const [operation, members] of groups) {
    const own = draft.get(`operation ${operation}`);
    const onMain = main.has(`operation ${operation}`);
    const ended = operation !== null && onMain && own?.gone === true;
    const lost = operation !== null && !onMain && !(own && (own.base === null || own.gone));
    const [whole, rest] = [
      members.filter(([, row]) => (ended && row.gone) || (lost && !row.gone)),
      members.filter(([, row]) => !((ended && row.gone) || (lost && !row.gone))),
    ];
    for (const [key, row] of rest) {
      const side = one(model, key, row);
      if (side.how === 'clash') contestable.add(key);
      settle(side);
    }
    const sides = whole.map(([key, row]) => one(model, key, row));
    const contested = sides.filter(({ how }) => how === 'clash' || (lost && how === 'ours'));
    if (contested.length === 0) {
      for (const side of sides) settle(side);
      continue;
    }
    model.hit(
      ended ? 'operation deleted here, its whole touched there' : 'operation deleted there, its whole touched here',
    );
    for (const key of [`operation ${operation}`, ...contested.map((side) => side.key)]) contestable.add(key);
    const wishes = new Set(contested.map(({ key }) => decided(key)));
    model.hit('a whole operation is decided differently, so not at all', wishes.size > 1);
    const strategy = resolutions.get(`operation ${operation}`) ?? (wishes.size === 1 ? [...wishes][0]! : null);
    if (strategy === null) clashes.push(...contested.map(({ key }) => key));
    if (strategy === null) continue;
    for (const { key, row, fields } of sides) settle({ key, row, fields, how: 'clash' }, strategy);
    if (lost && strategy === 'ours') keep.push(...broughtBack(model, operation, draft));
  }
  const idle = [...resolutions.keys()].some((key) => !contestable.has(key));
  model.hit('a resolution names no clash', idle);
  const refusal = idle ? 'unknown_reference' : clashes.length > 0 ? 'clash' : null;
  return { keep, release, refusal, contestable };
}

function broughtBack(model: Model, operation: string, draft: Layer): Put[] {
  let change = model.head;
  while (!model.snapshots[change].main.has(`operation ${operation}`)) change--;
  const then = model.snapshots[change].main;
  const sides = [...draft.values()]
    .filter(({ kind, gone, fields }) => kind === 'task' && !gone && fields['operation'] === operation)
    .map(({ fields }) => fields['role']);
  return [...then].flatMap(([key, row]): Put[] => {
    if (wholeOf(row) !== operation || draft.has(key) || (row.kind === 'task' && sides.includes(row.fields['role'])))
      return [];
    if (row.kind !== 'assignment' && model.now.main.has(key)) return [];
    model.hit(`ours brings back the ${row.kind}`);
    return [{ kind: row.kind, id: row.id, fields: row.fields, base: null }];
  });
}

/** The error code of publishing; null if it succeeds. */
export function publish(model: Model, layer: string, decisions: Decisions): string | null {
  const { keep, refusal } = mergeDraft(model, layer, decisions);
  if (refusal !== null) return refusal;
  const puts = keep.flatMap((put): Put[] => {
    const { base: _base, ...rest } = put;
    if (put.fields !== null) return [rest];
    const main = [...model.now.main.values()].find(
      (row) =>
        row.kind === put.kind &&
        (row.id === put.id ||
          (put.kind === 'assignment' && same(row.fields['operation'], operationOf(model, layer, put)))),
    );
    return main ? [{ ...rest, id: main.id }] : [];
  });
  const view = preview(model.now.main, puts);
  for (const { kind, id, fields } of puts) {
    if (kind !== 'operation' || fields !== null) continue;
    for (const [key, row] of view) {
      if (row.fields['operation'] !== id) continue;
      model.hit('a deleted operation takes along what came since');
      puts.push({ kind: row.kind, id: row.id, fields: null });
      view.delete(key);
    }
  }
  const faults = unsound(view);
  model.hit(
    'publish refused: reference',
    [...faults].some((fault) => fault.includes('needs')),
  );
  model.hit(
    'publish refused: two tags',
    [...faults].some((fault) => fault.startsWith('two tags')),
  );
  model.hit(
    'publish refused: two tasks on a side',
    [...faults].some((fault) => fault.startsWith('two tasks')),
  );
  model.hit(
    'publish refused: circle',
    [...faults].some((fault) => fault.includes('circles')),
  );
  if (faults.size > 0) return 'clash';
  model.hit('published');
  model.write(null, 'publish', puts, [layer, { state: 'PUBLISHED', published: model.head + 1 }]);
  return null;
}

const operationOf = (model: Model, layer: string, { id }: Put): unknown =>
  [...model.now.drafts.get(layer)!.values()].find((row) => row.kind === 'assignment' && row.id === id)?.fields[
    'operation'
  ];

export function preview(view: Layer, puts: readonly Put[]): Layer {
  const next = new Map(view);
  for (const { kind, id, fields } of puts) {
    for (const [key, row] of next) if (row.kind === kind && row.id === id && fields === null) next.delete(key);
    if (fields === null) continue;
    next.set(keyOf(kind, id, fields), {
      kind,
      id,
      fields,
      gone: false,
      version: 0,
      drafted: null,
      base: null,
    });
  }
  return next;
}

export function rebase(model: Model, layer: string, decisions: Decisions, latest: number, base: number): string | null {
  const { keep, release, refusal } = mergeDraft(model, layer, decisions);
  if (refusal !== null) return refusal;
  const draft = model.now.drafts.get(layer);
  const puts = keep.filter((put) => {
    const row = [...(draft?.values() ?? [])].find(({ kind, id }) => kind === put.kind && id === put.id);
    return !row || row.base !== put.base || !same(row.gone ? null : row.fields, put.fields);
  });
  model.hit('rebase lets go of a row', release.length > 0);
  model.hit('rebase advances a base', puts.length > 0);
  const space = latest === base ? undefined : ([layer, model.now.spaces.get(layer)!] as const);
  model.write(layer, 'rebase', [...puts, ...release], space);
  return null;
}
