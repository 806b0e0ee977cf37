import type { Run } from '../../db/runs/runs.ts';
import type { Ports } from '../ports.ts';
import { runRecord } from '../records/runRecord.ts';
import { isOpen } from '../runs/runAccess.ts';
import type { PlanningFeed } from './planningFeed.ts';

const TASKS_KNOWN = 1000;

const kindOf = ({ status }: Run): string => (status === 'RUNNING' ? 'progress' : 'updated');

/** Reads an optimization task when it is signaled (at most one read of each task at a time), and sends news of it to the planning's subscribers. */
export class TaskNews {
  private readonly ports: Pick<Ports, 'runs'>;
  private readonly feeds: ReadonlyMap<number, PlanningFeed>;
  private readonly onFault: (error: unknown) => void;
  /** The last sent version of each task, least recently used first. For a deleted task, this is all that is known. */
  private readonly known = new Map<
    string,
    Pick<Run, 'planning' | 'workspace' | 'status'> & { readonly text: string }
  >();
  private readonly reading = new Map<string, boolean>();

  constructor(ports: Pick<Ports, 'runs'>, feeds: ReadonlyMap<number, PlanningFeed>, onFault: (error: unknown) => void) {
    this.ports = ports;
    this.feeds = feeds;
    this.onFault = onFault;
  }

  /** Remembers an open task that a `state` message lists, unless something newer was sent since the list was read. */
  rememberListed(run: Run): void {
    if (!this.known.has(run.id)) this.remember(run);
  }

  /** Remembers a task as sent. Returns whether it differs from what was sent last. */
  private remember(run: Run): boolean {
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

  /** Reads all open tasks again, because a signal may be lost: a worker may die, or the database restart, between a commit and its signal. */
  refreshOpen(): void {
    for (const [id, last] of this.known) if (isOpen(last) && this.feeds.has(last.planning.key)) this.refresh(id);
  }

  refresh(id: string): void {
    const isReading = this.reading.has(id);
    this.reading.set(id, isReading);
    if (isReading) return;
    this.readUntilCurrent(id)
      .catch(this.onFault)
      .finally(() => this.reading.delete(id));
  }

  private async readUntilCurrent(id: string): Promise<void> {
    do {
      this.reading.set(id, false);
      const run = await this.ports.runs.get(id);
      const before = this.known.get(id);
      const place = run ?? before;
      if (place === undefined) continue;
      const type =
        run === undefined ? 'deleted' : run.status !== before?.status ? run.status.toLowerCase() : kindOf(run);
      if (run === undefined) this.known.delete(id);
      else if (!this.remember(run)) continue;
      const feed = this.feeds.get(place.planning.key);
      await feed?.inTurn(() => feed.sendRun(type, id, place.workspace, run ?? null));
    } while (this.reading.get(id) === true);
  }
}
