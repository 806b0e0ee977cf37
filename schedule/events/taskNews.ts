import type { Run } from '../../db/runs/runs.ts';
import type { Ports } from '../ports.ts';
import { runRecord } from '../records/runRecord.ts';
import { isOpen } from '../runs/runAccess.ts';
import type { PlanningFeed } from './planningFeed.ts';

const TASKS_KNOWN = 1000;

const kindOf = (run: Run): string => (isOpen(run) ? 'progress' : 'updated');

/** Looks a signalled task up, once at a time each, and tells its planning's readers. */
export class TaskNews {
  private readonly ports: Pick<Ports, 'runs'>;
  private readonly feeds: ReadonlyMap<number, PlanningFeed>;
  private readonly onFault: (error: unknown) => void;
  /** What was told last, the latest used last: of a deleted task that is all that is known. */
  private readonly known = new Map<
    string,
    Pick<Run, 'planning' | 'workspace' | 'status'> & { readonly text: string }
  >();
  private readonly looking = new Map<string, boolean>();

  constructor(ports: Pick<Ports, 'runs'>, feeds: ReadonlyMap<number, PlanningFeed>, onFault: (error: unknown) => void) {
    this.ports = ports;
    this.feeds = feeds;
    this.onFault = onFault;
  }

  /** An open task that a reader was told of with everything else. What was told of it since the list was read is newer. */
  listed(run: Run): void {
    if (!this.known.has(run.id)) this.know(run);
  }

  /** Answers whether that is new. */
  private know(run: Run): boolean {
    const { id, planning, workspace, status } = run;
    const text = JSON.stringify(runRecord(run));
    const isNew = this.known.get(id)?.text !== text;
    this.known.delete(id);
    this.known.set(id, { planning, workspace, status, text });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= TASKS_KNOWN) break;
      this.known.delete(oldest);
    }
    return isNew;
  }

  /** A signal may be lost: a worker dies, or the database restarts, between a commit and its being told. */
  lookAgain(): void {
    for (const [id, last] of this.known) if (isOpen(last) && this.feeds.has(last.planning.key)) this.look(id);
  }

  look(id: string): void {
    const isUnderWay = this.looking.has(id);
    this.looking.set(id, isUnderWay);
    if (isUnderWay) return;
    this.lookOn(id)
      .catch(this.onFault)
      .finally(() => this.looking.delete(id));
  }

  private async lookOn(id: string): Promise<void> {
    do {
      this.looking.set(id, false);
      const run = await this.ports.runs.get(id);
      const before = this.known.get(id);
      const place = run ?? before;
      if (place === undefined) continue;
      const type =
        run === undefined ? 'deleted' : run.status !== before?.status ? run.status.toLowerCase() : kindOf(run);
      if (run === undefined) this.known.delete(id);
      else if (!this.know(run)) continue;
      const feed = this.feeds.get(place.planning.key);
      await feed?.inTurn(() => feed.tellRun(type, id, place.workspace, run ?? null));
    } while (this.looking.get(id) === true);
  }
}
