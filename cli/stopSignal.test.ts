import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { onStopSignal } from './stopSignal.ts';

class Source extends EventEmitter {
  readonly exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

test('a Ctrl-C that arrives several times at once stops once; a second Ctrl-C ends the process', () => {
  const source = new Source();
  const stops: string[] = [];
  let now = 5000;
  const end = onStopSignal(
    (signal) => stops.push(signal),
    source,
    () => now,
  );
  for (const later of [0, 1, 300]) {
    now = 5000 + later;
    source.emit('SIGINT', 'SIGINT');
  }
  expect(stops).toEqual(['SIGINT']);
  expect(source.exits).toEqual([]);
  now = 7000;
  source.emit('SIGINT', 'SIGINT');
  source.emit('SIGTERM', 'SIGTERM');
  expect(source.exits).toEqual([130, 143]);
  end();
  expect(source.eventNames()).toEqual([]);
});
