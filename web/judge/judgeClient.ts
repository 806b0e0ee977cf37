import type { ConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import type { ReasonRecord } from '../../engine/explain/planReasons.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import type { Candidate } from '../../engine/metrics/candidates.ts';
import type { Verdicts } from './judge.ts';
import { afterFrame } from '../parts/afterFrame.ts';
import type { ServerClock } from '../server/serverClock.ts';
import type { JudgeAnswer, JudgeRequest } from './judgeProtocol.ts';
import type { EntryUpdate, RowsQuestion } from './planningJudge.ts';

export interface JudgeListener {
  conflicts(conflicts: readonly ConflictRecord[]): void;
  /** Called when the plan was compiled again, so that earlier results may be outdated. */
  refreshed(): void;
  /** Called with the reason when the planning cannot be evaluated. The board continues without verdicts. */
  failed(message: string): void;
}

/** The page's interface to the worker that evaluates plans. */
export class JudgeClient {
  /** Started with the first message, so that it takes no time from painting the first bars. */
  private worker: Worker | null = null;
  private readonly listener: JudgeListener;
  private readonly clock: ServerClock;
  private readonly open = new Map<number, (answer: JudgeAnswer) => void>();
  /** Sends the document that has to be loaded before any other message. */
  private postponed: (() => void) | null = null;
  /** The changes that are still to be sent: the latest of each operation. */
  private readonly changed = new Map<string, EntryUpdate>();
  private lastId = 0;
  private isClosed = false;

  constructor(listener: JudgeListener, clock: ServerClock) {
    this.listener = listener;
    this.clock = clock;
  }

  /** Loads the present document. It replaces all changes that were still to be sent. */
  load(document: PlanningDocument): void {
    this.postponed = null;
    this.changed.clear();
    this.post(this.loadOf(document));
  }

  /**
   * Loads the document once the first bars are painted, or before the first request, since compiling competes with painting for the processor. The
   * worker parses the text; changes that were made since then are sent after it.
   */
  loadAfterFrame(text: string): void {
    this.changed.clear();
    this.postponed = () => {
      this.postponed = null;
      this.post(this.loadOf(text));
    };
    afterFrame(() => this.postponed?.());
  }

  /** Sends changes once they are painted, or before the next request, since copying thousands of entries takes long. */
  update(entries: readonly EntryUpdate[]): void {
    if (this.changed.size === 0) afterFrame(() => this.sendChanged());
    for (const entry of entries) this.changed.set(entry.id, entry);
  }

  async rows(question: RowsQuestion): Promise<Verdicts | null> {
    const answer = await this.ask((id) => ({ type: 'rows', id, question }));
    return answer.type === 'rows' ? answer.verdicts : null;
  }

  /** Every resource as a place for the part. `under` has operations that are treated as if they were placed so. */
  async candidates(
    operation: string,
    part: number,
    under: readonly EntryUpdate[] = [],
  ): Promise<readonly Candidate[] | null> {
    const answer = await this.ask((id) => ({ type: 'candidates', id, operation, part, under }));
    return answer.type === 'candidates' ? answer.candidates : null;
  }

  /** Why the operation has no place, and which changes would help; null when it has one. */
  async reason(operation: string, under: readonly EntryUpdate[] = []): Promise<ReasonRecord | null> {
    const answer = await this.ask((id) => ({ type: 'reason', id, operation, under }));
    return answer.type === 'reason' ? answer.reason : null;
  }

  /** The conflicts if operations were placed so; null when the planning cannot be evaluated. */
  async preview(under: readonly EntryUpdate[]): Promise<readonly ConflictRecord[] | null> {
    const answer = await this.ask((id) => ({ type: 'preview', id, under }));
    return answer.type === 'preview' ? answer.conflicts : null;
  }

  async costs(): Promise<ReadonlyMap<string, number> | null> {
    const answer = await this.ask((id) => ({ type: 'costs', id }));
    return answer.type === 'costs' ? answer.costs : null;
  }

  close(): void {
    this.isClosed = true;
    this.postponed = null;
    this.changed.clear();
    this.worker?.terminate();
    this.abandon();
  }

  private ask(request: (id: number) => JudgeRequest): Promise<JudgeAnswer> {
    const id = ++this.lastId;
    return new Promise((resolve) => {
      this.open.set(id, resolve);
      this.send(request(id));
    });
  }

  private send(request: JudgeRequest): void {
    this.postponed?.();
    this.sendChanged();
    this.post(request);
  }

  private loadOf(document: PlanningDocument | string): JudgeRequest {
    return { type: 'load', document, referenceTime: new Date(this.clock.now()).toISOString() };
  }

  private post(request: JudgeRequest): void {
    if (this.isClosed) return this.abandon();
    this.worker ??= this.begin();
    this.worker.postMessage(request);
  }

  private begin(): Worker {
    const worker = new Worker(new URL('./judgeWorker.ts', import.meta.url), { type: 'module', name: 'judge' });
    worker.addEventListener('message', ({ data }: MessageEvent<JudgeAnswer>) => this.hear(data));
    worker.addEventListener('error', ({ message }) => this.listener.failed(message));
    return worker;
  }

  private sendChanged(): void {
    if (this.changed.size === 0) return;
    this.postponed?.();
    const entries = [...this.changed.values()];
    this.changed.clear();
    this.post({ type: 'update', entries });
  }

  private hear(answer: JudgeAnswer): void {
    switch (answer.type) {
      case 'conflicts':
        this.listener.conflicts(answer.conflicts);
        break;
      case 'refreshed':
        this.listener.refreshed();
        break;
      case 'failed':
        this.abandon();
        this.listener.failed(answer.message);
        break;
      default:
        this.open.get(answer.id)?.(answer);
        this.open.delete(answer.id);
    }
  }

  /** Ends all pending requests without a result. */
  private abandon(): void {
    for (const resolve of this.open.values()) resolve({ type: 'failed', message: '' });
    this.open.clear();
  }
}
