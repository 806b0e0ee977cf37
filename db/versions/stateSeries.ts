import { present } from '../../engine/present.ts';
import { query } from '../query.ts';
import type { Sql } from '../connection/database.ts';
import { KINDS } from './entities.ts';
import { DESCRIPTIONS, layerRow, stab, type VersionRow } from './kinds.ts';
import { LayeredState } from './layeredState.ts';
import type { LayeredRow, WorkspaceKeys } from './live.ts';
import type { PlanningRef, PlanningState } from './planningState.ts';
import { publishedChange } from './pastStates.ts';
import { type StateReader } from './stateReader.ts';

/** Derives each state from the previous one; the rows written in between are read in one query for all. */
export async function* stateSeries(
  sql: Sql,
  reader: StateReader,
  planning: PlanningRef,
  workspace: string | null,
  changes: readonly number[],
): AsyncGenerator<{ readonly state: PlanningState; readonly mainline: PlanningState }> {
  const [first] = changes;
  if (first === undefined) return;
  let { main } = await reader.state({ planning, change: first });
  let { draft } = await reader.state({ planning, workspace, change: first });
  const { workspaces } = await reader.live(planning);
  const key = workspace === null ? null : workspaces.key(workspace);
  const rows = await begun(sql, workspaces, planning, [first, present(changes.at(-1))]);
  let next = 0;
  for (const change of changes) {
    const begin = next;
    while (next < rows.length && present(rows[next]).version.change <= change) next++;
    const news = rows.slice(begin, next);
    main = main.advance(news.filter(({ layer }) => layer === 0));
    draft = draft?.advance(news.filter(({ layer }) => layer === key)) ?? null;
    const mainline = new LayeredState(planning, null, change, main, null);
    const isDraft = publishedChange(main, workspace) === null;
    const state = isDraft
      ? new LayeredState(planning, workspace, change, main, draft)
      : await reader.state({ planning, workspace, change });
    yield { state, mainline };
  }
}

/** The rows of all layers that began after the first change, up to and including the second, in order of change. */
const begun = async (
  sql: Sql,
  workspaces: WorkspaceKeys,
  { key }: PlanningRef,
  [after, until]: readonly [number, number],
): Promise<LayeredRow[]> => {
  const range = [stab(key, after), stab(key, until)];
  const rows = await Promise.all(
    KINDS.map(async (kind) => {
      const found = await query<VersionRow>(sql, DESCRIPTIONS[kind].sql.begun, range);
      return found.map((row) => ({ ...layerRow(kind, row, workspaces.id), layer: row.workspace }));
    }),
  );
  return rows.flat().sort((a, b) => a.version.change - b.version.change);
};
