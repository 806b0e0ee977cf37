import type { Reach } from '../server/reach.ts';
import { isViewer } from './rights.ts';
import { type BoardState, type BoardStore, organizationIn } from './boardState.ts';

/** The part of the board that needs to know who the user is. */
interface MembershipHost {
  readonly store: BoardStore;
  readonly reach: Reach;
}

/** How often a viewer's board asks whether the user is a planner by now. */
const ASK_MS = 30_000;

/** What the user may do and which plannings there are, both of which others change meanwhile. */
export class Membership {
  private readonly host: MembershipHost;

  constructor(host: MembershipHost) {
    this.host = host;
    // A planner who may do less is told by the first refusal (`forbidden`). A viewer who may do more would not be told by anything.
    const ask = (): void => {
      const state = host.store.getState();
      const isHere = document.visibilityState === 'visible' && state.session === 'open';
      if (isHere && isViewer(state)) void this.loadUser();
    };
    addEventListener('focus', ask);
    setInterval(ask, ASK_MS);
  }

  /** Reads anew which plannings there are, since others create and delete them. */
  async loadPlannings(): Promise<void> {
    try {
      this.take(await this.host.reach.endpoints.plannings());
    } catch {
      // The known ones stay.
    }
  }

  /** From the list follows the organization of a shown planning whose address does not name it, unless several have such an id. */
  take(plannings: BoardState['plannings']): void {
    const { reach, store } = this.host;
    const { layer } = store.getState();
    const organization = layer?.organization ?? organizationIn(plannings, layer?.planning);
    const isNew = layer !== null && layer.organization !== organization;
    reach.organization = organization;
    store.setState({ plannings, ...(isNew ? { layer: { ...layer, organization } } : {}) });
  }

  /** Reads anew what the user may do, which administrators change. */
  async loadUser(): Promise<void> {
    const { store, reach } = this.host;
    const { user: known } = store.getState();
    if (known === null) return;
    const user = await reach.endpoints.currentUser().catch(() => known);
    if (store.getState().user !== known || JSON.stringify(user) === JSON.stringify(known)) return;
    // Panels render anew, without what viewers may not do.
    store.setState(({ revision }) => ({ user, revision: revision + 1 }));
  }
}
