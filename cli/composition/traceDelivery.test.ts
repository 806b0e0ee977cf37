import { once } from 'node:events';
import { createServer } from 'node:http';
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { expect, test } from 'vitest';
import { listenLocally } from '../../tests/listenLocally.ts';
import { openLog } from './openLog.ts';
import { TraceDelivery } from './traceDelivery.ts';

test('a collector that refuses traces is logged once, and once more when it takes them again', async () => {
  let status = 401;
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end('{}'));
  });
  const url = `http://127.0.0.1:${await listenLocally(collector)}/v1/traces`;
  let lines = '';
  const log = openLog({ LOG_LEVEL: 'info' }, { write: (line) => void (lines += line) });
  const delivery = new TraceDelivery(new OTLPTraceExporter({ url, headers: { 'api-key': 'hunter2' } }), log);
  const send = (): Promise<ExportResult> =>
    new Promise((resolve) => {
      delivery.export([], resolve);
    });
  const logged = () =>
    lines.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { msg: string }).msg]));
  expect((await send()).code).toBe(ExportResultCode.FAILED);
  await send();
  expect(logged()).toEqual(['traces do not reach the collector and are lost']);
  expect(lines).not.toContain('hunter2');
  status = 200;
  expect((await send()).code).toBe(ExportResultCode.SUCCESS);
  await send();
  expect(logged()).toEqual(['traces do not reach the collector and are lost', 'traces reach the collector again']);
  await delivery.shutdown();
  collector.close();
  await once(collector, 'close');
});
