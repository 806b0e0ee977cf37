/**
 * A thread that acts as a tenant who sends a request twenty times a second, regardless of the responses, and records how long each
 * response took.
 */
import { parentPort, workerData } from 'node:worker_threads';

const { url, key, planning, operations } = workerData as {
  readonly url: string;
  readonly key: string;
  readonly planning: string;
  readonly operations: number;
};
const EVERY_MS = 50;
const PATIENCE_MS = 60_000;

type Request = readonly [method: string, path: string, body?: object];

const REQUESTS: readonly ((i: number) => Request)[] = [
  () => ['GET', `/v1/plannings/${planning}/operations/?limit=20`],
  (i: number) => ['GET', `/v1/operations/${planning}-o${i % operations}/`],
  (i: number) => ['PATCH', `/v1/operations/${planning}-o${i % operations}/`, { description: `seen ${i}` }],
  () => ['GET', `/v1/plannings/${planning}/conflicts/?limit=10`],
];

let took: number[] = [];
let failures: string[] = [];
const open = new Set<Promise<void>>();

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { readonly cause?: Error };
  return cause === undefined ? message : `${message} (${cause.message})`;
};

/** Measures from the time when the request was due, so that waiting behind another one counts, too. */
const ask = async (i: number, dueAt: number): Promise<void> => {
  const [method, path, body] = REQUESTS[i % REQUESTS.length](i);
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Token ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await answer.text();
    if (!answer.ok) failures.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
  } catch (error) {
    failures.push(`${method} ${path}: ${reasonOf(error)}`);
  }
  took.push(performance.now() - dueAt);
};

let asked = 0;
const startedAt = performance.now();
const timer = setInterval(() => {
  while (startedAt + asked * EVERY_MS <= performance.now()) {
    const one = ask(asked, startedAt + asked * EVERY_MS).finally(() => open.delete(one));
    open.add(one);
    asked += 1;
  }
}, EVERY_MS / 5);

/** Any message requests the measurements since the last one, and waits for pending requests; `end` is the last. */
const report = async (message: string): Promise<void> => {
  await Promise.all(open);
  parentPort!.postMessage({ took, failures });
  took = [];
  failures = [];
  if (message !== 'end') return;
  clearInterval(timer);
  parentPort!.close();
};
parentPort!.on('message', (message: string) => void report(message));
