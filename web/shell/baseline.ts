import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { partsOf } from '../../engine/instance/parts.ts';
import { DEFAULT_MINIMUM_STAY_SECONDS, windowOf } from '../../engine/instance/window.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import { type Tables, tablesOf } from '../../client/planningTables.ts';
import type { Endpoints } from '../server/endpoints.ts';
import type { Ghost } from '../timeline/paint/look.ts';
import { operationName } from '../timeline/model/bar.ts';
import type { OpenLayer } from './boardState.ts';

/** The mainline under a draft. Operations that differ from it are marked, and their places in it are shown as ghosts. */
export class Baseline {
  private readonly endpoints: Endpoints;
  private tables: Tables | null = null;
  ghosts: readonly Ghost[] = [];

  constructor(endpoints: Endpoints) {
    this.endpoints = endpoints;
  }

  /** Loads the mainline when a draft is shown. If that fails, nothing is marked. */
  async load({ planning, workspace, change }: OpenLayer): Promise<void> {
    this.tables = null;
    this.ghosts = [];
    if (workspace === null || change !== null) return;
    try {
      const { text } = await this.endpoints.exported({ planning, workspace: null });
      this.tables = tablesOf(JSON.parse(text) as PlanningDocument);
    } catch {
      this.tables = null;
    }
  }

  /** The operations with another place or time than in the mainline, or that exist only in the draft. */
  changed(document: LiveDocument): ReadonlySet<string> {
    const tables = this.tables;
    const changed = new Set<string>();
    const ghosts: Ghost[] = [];
    if (tables === null) {
      this.ghosts = ghosts;
      return changed;
    }
    const minimumStay = document.planning.minimumStaySeconds ?? DEFAULT_MINIMUM_STAY_SECONDS;
    for (const operation of document.operations()) {
      const { id } = operation;
      const before = tables.operations.get(id);
      const places = (parts: ReturnType<typeof partsOf>): string => parts.map(({ resource }) => resource).join(' ');
      const was = partsOf(tables.assignments.get(id));
      const window = windowOf(operation, minimumStay);
      const known = before === undefined ? null : windowOf(before, minimumStay);
      const isSame =
        before !== undefined &&
        places(was) === places(partsOf(document.assignmentOf(id))) &&
        window?.start === known?.start &&
        window?.end === known?.end;
      if (isSame) continue;
      changed.add(id);
      const resource = was[0]?.resource ?? null;
      if (known === null || resource === null) continue;
      ghosts.push({ resource, from: known.start, to: known.end, name: operationName(operation), kind: 'mainline' });
    }
    this.ghosts = ghosts;
    return changed;
  }
}
