import {
  type DocumentAssignment,
  type DocumentOperation,
  parseDocument,
} from '../../engine/instance/planningDocument.ts';
import { partsOf } from '../../engine/instance/parts.ts';
import { DEFAULT_MINIMUM_STAY_SECONDS, type Window, windowOf } from '../../engine/instance/window.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import { type Tables, tablesOf } from '../../client/planningTables.ts';
import type { Endpoints } from '../server/endpoints.ts';
import type { Ghost } from '../timeline/paint/look.ts';
import { operationName } from '../../engine/instance/operationName.ts';
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
      this.tables = tablesOf(parseDocument(text));
    } catch {
      this.tables = null;
    }
  }

  /** The operations with another place or time than in the mainline, or that exist only in the draft. */
  changed(document: LiveDocument): ReadonlySet<string> {
    const changed = new Set<string>();
    const ghosts: Ghost[] = [];
    const { tables } = this;
    if (tables !== null) {
      const minimumStay = document.planning.minimumStaySeconds ?? DEFAULT_MINIMUM_STAY_SECONDS;
      for (const operation of document.operations()) {
        const { id } = operation;
        const was = standing(tables.operations.get(id), tables.assignments.get(id), minimumStay);
        if (isSame(was, standing(operation, document.assignmentOf(id), minimumStay))) continue;
        changed.add(id);
        const { window, resources } = was;
        const [resource = null] = resources;
        if (window === null || resource === null) continue;
        ghosts.push({ resource, from: window.start, to: window.end, name: operationName(operation), kind: 'mainline' });
      }
    }
    this.ghosts = ghosts;
    return changed;
  }
}

/** Where and when an operation is. */
interface Standing {
  readonly exists: boolean;
  readonly window: Window | null;
  readonly resources: readonly (string | null)[];
}

const standing = (
  operation: DocumentOperation | undefined,
  assignment: DocumentAssignment | undefined,
  minimumStaySeconds: number,
): Standing => ({
  exists: operation !== undefined,
  window: operation === undefined ? null : windowOf(operation, minimumStaySeconds),
  resources: partsOf(assignment).map(({ resource }) => resource),
});

const isSame = (one: Standing, other: Standing): boolean =>
  one.exists === other.exists &&
  one.window?.start === other.window?.start &&
  one.window?.end === other.window?.end &&
  one.resources.join(' ') === other.resources.join(' ');
