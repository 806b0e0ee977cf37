import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../engine/random.ts';
import { crowdedDocument } from '../cluster/clusterDatabase.ts';
import type { Change, History, Write } from './history.ts';
import type { Service } from './service.ts';

export const PLANNING = 'faulty';
const OPERATIONS = 12;
const IMPORTED_RESOURCES = 3;
/** A long write that is killed again and again ends at last. */
const IMPORT_MS = 600_000;
const ANSWER_MS = 10_000;
/** Error codes that only mean "not now". */
const LATER = new Set(['idempotency_in_flight', 'too_many_requests', 'shutting_down']);

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly change: string | null;
  readonly next: string | null;
}

/** How fast one client works. */
export interface Pace {
  /** The longest pause between two requests, in milliseconds; each pause is drawn at random. */
  readonly pauseMs: number;
  /** The milliseconds between two runs that one client starts: more than a run takes, even while a worker is away. */
  readonly runEveryMs: number;
  /** The milliseconds between two imports of new plannings that one client makes; infinite when there are none. */
  readonly importEveryMs: number;
  readonly importedOperations: number;
}

const AS_FAST_AS_ANSWERED: Pace = {
  pauseMs: 0,
  runEveryMs: 5000,
  importEveryMs: Number.POSITIVE_INFINITY,
  importedOperations: 0,
};

export interface Import {
  readonly planning: string;
  readonly operations: number;
}

/** Null if there was no response, or one that does not tell the outcome of a write. */
export const ask = async (
  { key }: Pick<Service, 'key'>,
  url: string,
  request: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer | null> => {
  const [method, path] = request.split(' ') as [string, string];
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Token ${key}`, 'Content-Type': 'application/json', ...headers },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] ?? null;
    const parsed = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    if (response.status >= 500 || LATER.has(String(parsed['code']))) return null;
    return { status: response.status, body: parsed, change: response.headers.get('X-Change-Id'), next };
  } catch {
    return null;
  }
};

/** Repeats a request until there is a response; only for requests that may be repeated. Throws if none arrives within `limitMs`. */
export const askUntil = async (
  service: Service,
  request: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  limitMs = 180_000,
): Promise<Answer> => {
  const deadline = performance.now() + limitMs;
  for (let turn = 0; performance.now() < deadline; turn++) {
    const urls = service.urls();
    const answer = await ask(service, urls[turn % urls.length], request, body, headers);
    if (answer !== null) return answer;
    await sleep(50);
  }
  throw new Error(`${request}: no answer within ${limitMs / 1000} s`);
};

/** Writes once and returns the outcome: the status with the code of an error, or the name of the error if there is no response. */
export const tryWrite = ({ key }: Pick<Service, 'key'>, url: string, sigma: number, limitMs: number): Promise<string> =>
  fetch(`${url}/v1/operations/${PLANNING}-o0/`, {
    method: 'PATCH',
    headers: { Authorization: `Token ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ inboundTask: { sigma } }),
    signal: AbortSignal.timeout(limitMs),
  }).then(
    async (response) => `${response.status} ${((await response.json()) as { code?: string }).code ?? ''}`.trim(),
    (error: Error) => error.name,
  );

/** Loads the records on which the planners work. */
export const seed = (service: Service): Promise<void> =>
  importPlanning(service, crowdedDocument(PLANNING, OPERATIONS, 3));

const importPlanning = async (
  service: Service,
  document: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<void> => {
  const organizations = await askUntil(service, 'GET /v1/organizations/');
  const [{ id }] = organizations.body as unknown as { id: string }[];
  const path = `POST /v1/organizations/${id}/plannings/import/`;
  const { status, body } = await askUntil(service, path, document, headers, IMPORT_MS);
  if (status !== 201) throw new Error(JSON.stringify(body));
};

/** Lists what differs from what these imports, which were all acknowledged, have made. */
export const problemsOfImports = async (service: Service, imports: readonly Import[]): Promise<string[]> => {
  const problems: string[] = [];
  for (const { planning, operations } of imports) {
    const [there, changesets] = [
      await pages<unknown>(service, `/v1/plannings/${planning}/operations/?limit=1000`),
      await pages<unknown>(service, `/v1/plannings/${planning}/changesets/`),
    ];
    if (there.length !== operations || changesets.length !== 1)
      problems.push(
        `import: ${planning} has ${there.length} operations of ${operations}, by ${changesets.length} changesets`,
      );
  }
  return problems;
};

/**
 * A client that writes and reads as fast as it gets responses, until it is stopped. Keys are operations, by id or, if uploaded, by external id;
 * values are descriptions.
 */
export class Planner {
  readonly runs: string[] = [];
  readonly imports: Import[] = [];
  private readonly service: Service;
  private readonly history: History;
  private readonly name: string;
  private readonly random: Random;
  private written = 0;
  private made: string[] = [];
  private last: string | null = null;
  private ranAt = Number.NEGATIVE_INFINITY;
  private importedAt = performance.now();
  private readonly pace: Pace;

  constructor(service: Service, history: History, name: string, random: Random, pace = AS_FAST_AS_ANSWERED) {
    this.pace = pace;
    this.service = service;
    this.history = history;
    this.name = name;
    this.random = random;
  }

  async work(signal: AbortSignal): Promise<void> {
    const verbs = [
      () => this.patch(),
      () => this.patch(),
      () => this.edit(),
      () => this.create(),
      () => this.upload(),
      () => this.revert(),
      () => this.publish(),
      () => this.run(),
      () => this.import(),
      () => this.read(),
      () => this.read(),
      () => this.read(),
      () => this.read(),
    ];
    while (!signal.aborted) {
      await verbs[this.random.below(verbs.length)]();
      if (this.pace.pauseMs > 0) await sleep(this.random.below(this.pace.pauseMs));
    }
  }

  private url(): string {
    const urls = this.service.urls();
    return urls[this.random.below(urls.length)];
  }

  private key(): string {
    const known = OPERATIONS + this.made.length;
    const drawn = this.random.below(known);
    return drawn < OPERATIONS ? `${PLANNING}-o${drawn}` : this.made[drawn - OPERATIONS];
  }

  private value(): string {
    return `${this.name}.${++this.written}`;
  }

  /** Records the outcome of a write. It has an idempotency key and is repeated until there is a response, unless `isKeyed` is false. */
  private async write(
    verb: string,
    values: Write['values'],
    request: string,
    body: unknown,
    { isKeyed = true } = {},
  ): Promise<Answer | null> {
    const from = performance.now();
    const headers = isKeyed ? { 'Idempotency-Key': randomUUID() } : undefined;
    const answer = isKeyed
      ? await askUntil(this.service, request, body, headers)
      : await ask(this.service, this.url(), request, body);
    const asked = { kind: 'write', client: this.name, verb, from, until: performance.now(), values } as const;
    if (answer === null || (answer.status < 300 && answer.change === null && Object.keys(values).length > 0))
      this.history.add({ ...asked, outcome: { kind: 'unknown' } });
    else if (answer.status >= 300) {
      if (answer.status !== 409) throw new Error(`${verb}: ${JSON.stringify(answer)}`);
      this.history.add({ ...asked, outcome: { kind: 'refused' } });
    } else if (answer.change !== null) {
      this.history.add({ ...asked, outcome: { kind: 'acknowledged', changeset: answer.change } });
    }
    return answer;
  }

  private async patch(): Promise<void> {
    const [key, value] = [this.key(), this.value()];
    const request = `PATCH /v1/operations/${key}/`;
    const answer = await this.write('patch', { [key]: value }, request, { description: value }, { isKeyed: false });
    if (answer !== null && answer.status < 300) this.last = answer.change;
  }

  private async edit(): Promise<void> {
    const keys = [...new Set([this.key(), this.key(), this.key()])];
    const values = Object.fromEntries(keys.map((key) => [key, this.value()]));
    const operations = Object.entries(values).map(([id, description]) => ({ id, description }));
    await this.write('edits', values, `POST /v1/plannings/${PLANNING}/edits/`, { operations });
  }

  private async create(): Promise<void> {
    const [id, description] = [`${this.name}-${this.written}`, this.value()];
    const body = {
      id,
      planning: PLANNING,
      description,
      inboundTask: task(this.written),
      outboundTask: task(this.written + 50),
    };
    const answer = await this.write('create', { [id]: description }, 'POST /v1/operations/', body);
    if (answer?.status === 201) this.made.push(id);
  }

  /** Uploads three rows as one changeset. If it is repeated, the rows exist, which does not tell when they were written. */
  private async upload(): Promise<void> {
    const rows = Array.from({ length: 3 }, () => {
      const description = this.value();
      const [inboundTask, outboundTask] = [task(this.written), task(this.written + 50)];
      return { externalId: `up-${description}`, description, inboundTask, outboundTask };
    });
    const values = Object.fromEntries(rows.map(({ externalId, description }) => [externalId, description]));
    const request = `POST /v1/plannings/${PLANNING}/operations/bulk-upload/`;
    await this.write('upload', values, request, { operations: rows }, { isKeyed: false });
  }

  /** Reverts this client's last patch; refused if another client has changed the same. */
  private async revert(): Promise<void> {
    if (this.last === null) return;
    const request = `POST /v1/plannings/${PLANNING}/changesets/${this.last}/revert/`;
    this.last = null;
    await this.write('revert', {}, request, {});
  }

  private async publish(): Promise<void> {
    const [key, value] = [`${PLANNING}-o${this.random.below(OPERATIONS)}`, this.value()];
    const named = await this.write('draft', {}, `POST /v1/plannings/${PLANNING}/workspaces/`, { name: value });
    const id = String(named!.body['id']);
    const inDraft = { 'X-Workspace-Id': id };
    const edits = { operations: [{ id: key, description: value }] };
    await askUntil(this.service, `POST /v1/plannings/${PLANNING}/edits/`, edits, inDraft);
    await this.write('publish', { [key]: value }, `POST /v1/workspaces/${id}/publish/`, { strategy: 'ours' });
  }

  private async run(): Promise<void> {
    if (performance.now() < this.ranAt + this.pace.runEveryMs) return;
    this.ranAt = performance.now();
    const body = { solver: 'local-search', parameters: { timeLimitSeconds: 0.2, gap: 0 } };
    const headers = { 'Idempotency-Key': randomUUID() };
    const answer = await askUntil(this.service, `POST /v1/plannings/${PLANNING}/optimize/`, body, headers);
    if (answer.status === 202) this.runs.push(String(answer.body['id']));
  }

  /** A planning of its own, once, however often it is asked for. */
  private async import(): Promise<void> {
    if (performance.now() < this.importedAt + this.pace.importEveryMs) return;
    this.importedAt = performance.now();
    const { importedOperations: operations } = this.pace;
    const planning = `imported-${this.name}-${this.imports.length}`;
    await importPlanning(this.service, crowdedDocument(planning, operations, IMPORTED_RESOURCES), {
      'Idempotency-Key': randomUUID(),
    });
    this.imports.push({ planning, operations });
  }

  private async read(): Promise<void> {
    const key = this.key();
    const from = performance.now();
    const answer = await ask(this.service, this.url(), `GET /v1/operations/${key}/`);
    if (answer === null) return;
    const value = answer.status === 200 ? ((answer.body['description'] ?? null) as string | null) : null;
    this.history.add({ kind: 'read', client: this.name, from, until: performance.now(), key, value });
  }
}

const DAY = Date.parse('2026-11-21T00:00:00Z');
const task = (minutes: number) => {
  const time = new Date(DAY + minutes * 60_000).toISOString();
  return { taskName: 't', plannedTime: time, expectedTime: time };
};

interface Listed {
  readonly id: string;
  readonly source: string;
  readonly diffs: readonly {
    readonly entity: string;
    readonly id: string;
    readonly before: Shown;
    readonly after: Shown;
  }[];
}
type Shown = { readonly description?: string | null; readonly externalId?: string | null } | null;

export interface Ended {
  readonly changes: readonly Change[];
  /** Changesets that solvers made, and those that runs report. */
  readonly bySolver: readonly string[];
  readonly byRuns: readonly string[];
  /** Runs that failed, with their errors. */
  readonly failed: readonly string[];
  /** The current description of each operation, by key. */
  readonly now: ReadonlyMap<string, string | null>;
}

/** Reads the final state of the planning, after every run has ended. Throws if a run does not end within `limitMs`. */
export const endOf = async (service: Service, runs: readonly string[], limitMs: number): Promise<Ended> => {
  const byRuns: string[] = [];
  const failed: string[] = [];
  const deadline = performance.now() + limitMs;
  for (const id of runs) {
    for (;;) {
      const path = `GET /v1/plannings/${PLANNING}/optimization-task-results/${id}/`;
      const { body } = await askUntil(service, path);
      if (body['finishedAt'] !== null && body['finishedAt'] !== undefined) {
        const { changeset, status, error } = body as { changeset: string | null; status: string; error: string };
        if (changeset !== null) byRuns.push(changeset);
        if (status !== 'SUCCEEDED') failed.push(`${id}: ${status} ${error}`);
        break;
      }
      if (performance.now() > deadline) throw new Error(`Run ${id} is ${String(body['status'])} still.`);
      await sleep(100);
    }
  }
  const newest = await pages<Listed>(service, `/v1/plannings/${PLANNING}/changesets/?diffs=true`);
  const operations = await pages<Shown & { id: string }>(service, `/v1/plannings/${PLANNING}/operations/?limit=1000`);
  return {
    changes: newest.toReversed().map(({ id, source, diffs }) => ({
      id,
      isRevert: source === 'revert',
      values: Object.fromEntries(
        diffs
          .filter(({ entity, before, after }) => entity === 'operation' && before?.description !== after?.description)
          .map(({ id: key, before, after }) => [(after ?? before)?.externalId ?? key, after?.description ?? null]),
      ),
    })),
    bySolver: newest.filter(({ source }) => source === 'solver').map(({ id }) => id),
    byRuns,
    failed,
    now: new Map(operations.map(({ id, externalId, description }) => [externalId ?? id, description ?? null])),
  };
};

const pages = async <T>(service: Service, first: string): Promise<T[]> => {
  const all: T[] = [];
  for (let at: string | null = first; at !== null; ) {
    const { body, next }: Answer = await askUntil(service, `GET ${at}`);
    all.push(...(body as unknown as T[]));
    at = next;
  }
  return all;
};
