import { type Change, changedIn, type Model, type Put, type Row, same, unsound } from './model.ts';
import { preview } from './merging.ts';

/** The error code of reverting `change` in `layer`; null if it succeeds. */
export function revert(
  model: Model,
  layer: string | null,
  { change, layer: where, diffs, kind }: Change,
): string | null {
  if (where !== null && where !== layer) return 'not_found';
  if (kind === 'first' || kind === 'space' || kind === 'rebase' || diffs.length === 0) {
    model.hit('revert refused: no edit of the schedule');
    return 'not_revertible';
  }
  const view = model.view(layer);
  const draft = layer === null ? undefined : model.now.drafts.get(layer);
  const puts: Put[] = [];
  let shown = view;
  const restore = (key: string, before: Row, fields = before.fields): void => {
    const mine = draft?.get(key);
    const opened =
      where !== null &&
      mine !== undefined &&
      wrote(model, change, key, mine) &&
      before.base === null &&
      isMainline(model, before, change);
    if (opened) {
      model.hit('revert lets go of what the draft branched');
      puts.push({ kind: mine.kind, id: mine.id, fields: mine.fields, release: true });
      shown = preview(shown, [{ kind: mine.kind, id: mine.id, fields: null }]);
      const main = model.now.main.get(key);
      if (main) shown = preview(shown, [{ kind: main.kind, id: main.id, fields: main.fields }]);
      return;
    }
    puts.push({ kind: before.kind, id: before.id, fields });
    shown = preview(shown, [puts.at(-1)!]);
  };
  const remove = (row: Row): void => {
    puts.push({ kind: row.kind, id: row.id, fields: null });
    shown = preview(shown, [puts.at(-1)!]);
  };
  for (const { key, before, after } of diffs) {
    const current = view.get(key);
    if ((before ?? after)!.kind === 'assignment') {
      if (!isAsLeft(after, current)) return clash(model, 'revert clashes: assignment');
      model.hit('revert of what came back by undoing', current?.version !== after?.version);
      if (before === null) remove(after!);
      else restore(key, before);
    } else if (before === null) {
      if (current === undefined) continue;
      if (changedIn(after!, current).length > 0) return clash(model, 'revert clashes: what it made was changed');
      remove(current);
    } else if (after === null) {
      if (current === undefined) restore(key, before);
      else if (changedIn(before, current).length > 0) return clash(model, 'revert clashes: what it deleted is back');
    } else {
      if (current === undefined) return clash(model, 'revert clashes: what it changed is gone');
      const changed = changedIn(before, after);
      if (changed.some((name) => !same(after.fields[name], current.fields[name])))
        return clash(model, 'revert clashes: the same field');
      const back = Object.fromEntries(changed.map((name) => [name, before.fields[name]]));
      model.hit('revert leaves later changes of other fields', changedIn(after, current).length > 0);
      restore(key, before, { ...current.fields, ...back });
    }
  }
  const known = layer === null ? new Set<string>() : unsound(view);
  if ([...unsound(shown)].some((fault) => !known.has(fault)))
    return clash(model, 'revert refused: would point nowhere');
  if (!model.write(layer, 'revert', puts)) return clash(model, 'revert refused: nothing is left');
  model.hit(`reverted: ${kind}${where === layer ? '' : ' of the mainline in a draft'}`);
  model.hit('reverted: several at once', diffs.length > 2);
  return null;
}

const clash = (model: Model, branch: string): string => {
  model.hit(branch);
  return 'clash';
};

/** Whether the record is as the change left it, possibly under a later version. */
const isAsLeft = (after: Row | null | undefined, current: Row | undefined): boolean => {
  if (!after || !current) return !after && !current;
  return after.id === current.id && changedIn(after, current).length === 0;
};

/** Whether the row is still the one that this change wrote. */
const wrote = (model: Model, change: number, key: string, row: Row): boolean => {
  const layerOf = (at: number) => [...model.snapshots[at].drafts.values()].some((rows) => rows.get(key) === row);
  return layerOf(change) && !layerOf(change - 1);
};
const isMainline = (model: Model, row: Row, change: number): boolean =>
  [...model.snapshots[change - 1].main.values()].includes(row);
