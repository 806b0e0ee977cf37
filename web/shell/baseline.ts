import type { DocumentAssignment, DocumentOperation } from '../../engine/instance/planningDocument.ts';
import { partsOf } from '../../engine/instance/parts.ts';
import { DEFAULT_MINIMUM_STAY_SECONDS, type Window, windowOf } from '../../engine/instance/window.ts';
import type { LiveDocument } from '../planning/liveDocument.ts';
import type { ChangeMessage } from '../../client/livePlanning.ts';
import type { Reach } from '../server/reach.ts';
import type { Ghost } from '../timeline/paint/look.ts';
import { operationName } from '../../engine/instance/operationName.ts';
import type { OpenLayer } from './boardState.ts';
import { LiveLayer } from './liveLayer.ts';

/** The mainline under a draft, which is followed. Operations that differ from it are marked, and their places in it are shown as ghosts. */
export class Baseline {
  private readonly onChange: (message: ChangeMessage | null) => void;
  private live: LiveLayer | null = null;
  private mainline: LiveDocument | null = null;
  ghosts: readonly Ghost[] = [];

  /** `onChange` is called when the mainline was loaded, and after each change of it. */
  constructor(onChange: (message: ChangeMessage | null) => void) {
    this.onChange = onChange;
  }

  /** Follows the mainline while a draft is shown. Until it is loaded, nothing is marked. */
  follow(reach: Reach, layer: OpenLayer): void {
    this.close();
    if (layer.workspace === null || layer.change !== null) return;
    const know = (mainline: LiveDocument | null): void => {
      this.mainline = mainline;
      this.onChange(null);
    };
    this.live = new LiveLayer(
      reach,
      { ...layer, workspace: null },
      {
        loaded: know,
        failed: () => know(null),
        changed: (message) => this.onChange(message),
        connection: () => {},
        other: () => {},
      },
    );
  }

  /** Whether the mainline is loaded. */
  get isKnown(): boolean {
    return this.mainline !== null;
  }

  /** Continues with the new token of the session. */
  renew(): void {
    this.live?.renew();
  }

  close(): void {
    this.live?.close();
    [this.live, this.mainline, this.ghosts] = [null, null, []];
  }

  /** The operations with another place or time than in the mainline, or that exist only in the draft. */
  changed(document: LiveDocument): ReadonlySet<string> {
    const changed = new Set<string>();
    const ghosts: Ghost[] = [];
    const tables = this.mainline?.tables;
    if (tables !== undefined) {
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
