import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { Patience, type Recycling } from './patience.ts';
import { type CommonMessage, SolveError } from './protocol.ts';

/** Milliseconds that jobs have to end when their threads close. */
const CLOSE_MS = 1000;

type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

interface JobRequest<Job, Message> {
  /** Makes the job. Its thread ends it early when [0] of the flag is set, and posts messages to the port. */
  readonly job: (flag: Int32Array, port: MessagePort) => Job;
  /** Further ports that are transferred to the thread. */
  readonly ports?: readonly MessagePort[];
  /** Milliseconds from `started` within which the job should end. */
  readonly limitMs: number;
  /** Ends the job early. */
  readonly signal: AbortSignal | undefined;
  /** Takes a message of the thread, and returns whether it is the last one. */
  readonly hear: (message: Message, port: MessagePort) => boolean | Promise<boolean>;
}

/** Threads that each run one job at a time. One is terminated when it goes on for too long after its job was to end (`Patience`), and otherwise only at the end. */
export class Threads<Job> {
  private readonly piscina: Piscina<Job, void>;
  private readonly recycling: Recycling;
  private readonly jobs = new Set<Patience>();
  private isClosed = false;

  constructor(recycling: Recycling, { resourceLimits, ...options }: PiscinaOptions) {
    this.recycling = recycling;
    this.piscina = new Piscina({
      ...options,
      concurrentTasksPerWorker: 1,
      execArgv: [],
      // Few objects of a job live long, so with the default of 48 MB most of a thread's heap would be unused.
      resourceLimits: { maxYoungGenerationSizeMb: 8, ...resourceLimits },
    });
  }

  /** Throws SolveError `pool_closed`. */
  ensureOpen(): void {
    if (this.isClosed) throw new SolveError({ code: 'pool_closed', detail: 'The pool of threads is closed.' });
  }

  /** Ends every job early, waits for them for at most a second (one may be in WebAssembly), and terminates the threads. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { flag } of this.jobs) Atomics.store(flag, 0, 1);
    for (let waitedMs = 0; this.jobs.size > 0 && waitedMs < CLOSE_MS; waitedMs += 10) await sleep(10);
    await this.piscina.destroy();
  }

  /** Resolves with the job's last message once its thread is free. Rejects at once with SolveError, or with what `hear` throws, but watches the thread further. */
  async run<Message extends { readonly kind: string }>(request: JobRequest<Job, Message>): Promise<Message> {
    const { job, ports = [], limitMs, signal, hear } = request;
    const patience = new Patience(this.recycling);
    const { flag, stop } = patience;
    if (this.isClosed || signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    this.jobs.add(patience);
    const { port1, port2 } = new MessageChannel();
    const spoken = new Promise<Message>((resolve, reject) => {
      const take = async (message: CommonMessage | Message): Promise<void> => {
        if (!isCommon(message)) {
          if (await hear(message, port1)) resolve(message);
        } else if (message.kind === 'fault') throw new SolveError(message.fault);
        else patience.started(limitMs);
      };
      port1.on('message', (message: CommonMessage | Message) => void take(message).catch(reject));
    });
    const ended = this.piscina
      .run(job(flag, port2), { transferList: [port2, ...ports], signal: patience.signal })
      .then(
        () => spoken,
        (error: unknown) => {
          throw patience.faultOf(error);
        },
      )
      .finally(() => {
        patience.end();
        signal?.removeEventListener('abort', stop);
        this.jobs.delete(patience);
        port1.close();
      });
    return (await Promise.all([spoken, ended]))[0];
  }
}

const isCommon = (message: { readonly kind: string }): message is CommonMessage =>
  message.kind === 'started' || message.kind === 'fault';
