/**
 * How soon after the request of a run is there a first incumbent? `npm run bench -- first-incumbent [--runs 21]` starts a server
 * on the embedded database and requests dry runs of the demo day, one after the other, over NDJSON. The first run of the server is
 * reported separately.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { IN_LINES, linesOf } from '../../client/lines.ts';
import { openTidegate } from '../../client/tidegate.ts';
import { median } from '../table/table.ts';
import { readOptions } from '../readOptions.ts';
import { ownServer } from './ownServer.ts';

const values = readOptions({
  runs: ['number of runs to measure', 21],
});
/** The time for the server to warm up its threads. */
const SETTLE_MS = 3000;
const PAUSE_MS = 300;
const LIMIT_MS = 150;

const server = ownServer();
try {
  const [, url] = await server.line(/serves (http:\/\/[^\s/]+)/);
  const [, token] = await server.line(/^API key: (tg_\S+)$/m);
  const [, id] = await server.line(/^Demo planning: .* \((\S+)\)$/m);
  const tidegate = openTidegate({ url, token });
  // Warm up the client, so that its own first-time work is not counted.
  await tidegate.GET('/v1/plannings/{id}/', { params: { path: { id } } });
  await sleep(SETTLE_MS);

  /** Measures one run in milliseconds from the request. */
  const measure = async (): Promise<{ readonly running: number; readonly incumbent: number }> => {
    const from = performance.now();
    const found = { running: Number.NaN, incumbent: Number.NaN };
    const request = {
      ...IN_LINES,
      params: { path: { id } },
      body: { dryRun: true, parameters: { timeLimitSeconds: 1 } },
    };
    for await (const line of linesOf<'/v1/plannings/{id}/optimize/'>(
      tidegate.POST('/v1/plannings/{id}/optimize/', request),
    )) {
      const passed = performance.now() - from;
      if (line.type === 'status' && line.status === 'RUNNING') found.running = passed;
      if (line.type === 'incumbent' && Number.isNaN(found.incumbent)) found.incumbent = passed;
    }
    return found;
  };
  const rows = [];
  for (let run = 0; run < values.runs; run++) {
    rows.push(await measure());
    // Wait, so that the cleanup of the previous run is not counted.
    await sleep(PAUSE_MS);
  }
  const [cold, ...warm] = rows;
  const times = warm.map(({ incumbent }) => incumbent);
  const worst = Math.max(...times);
  console.log(`# From the request to the first incumbent

The demo day (Atlanta, 1,212 operations) on the embedded database, dry runs of 1 s one after the other over NDJSON, ${PAUSE_MS} ms apart; milliseconds from the request.
Load average of the machine beside it: ${loadavg()[0].toFixed(1)}.

| | RUNNING | first incumbent |
|---|--:|--:|
| first run of the server | ${cold.running.toFixed(0)} | ${cold.incumbent.toFixed(0)} |
| median of ${warm.length} more | ${median(warm.map(({ running }) => running)).toFixed(0)} | ${median(times).toFixed(0)} |
| worst of them | ${Math.max(...warm.map(({ running }) => running)).toFixed(0)} | ${worst.toFixed(0)} |

At most ${LIMIT_MS} ms once the server has run one: ${worst <= LIMIT_MS ? 'met' : 'MISSED'}.`);
} finally {
  await server.end();
}
