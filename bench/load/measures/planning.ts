import { randomUUID } from 'node:crypto';
import { elapsedMs } from '../rounds.ts';
import { sampleOperations } from '../sampleOperations.ts';
import type { Serving } from '../serving.ts';

const UPLOAD_SIZE = 5000;

export interface FilledPlanning {
  readonly id: string;
  /** Operation ids in order of time. */
  readonly operations: readonly string[];
  /** The time that filling it took. */
  readonly filledMs: number;
}

export async function newPlanning({ connection, organization }: Serving): Promise<string> {
  const id = randomUUID();
  await connection.json('POST', `/v1/organizations/${organization}/plannings/`, { id, name: 'Load', timezone: 'UTC' });
  return id;
}

/** Uploads operations; returns their ids in the order sent. */
export async function upload({ connection }: Serving, planning: string, body: string): Promise<string[]> {
  const path = `/v1/plannings/${planning}/operations/bulk-upload/`;
  const answer = await connection.send('POST', path, body);
  return (JSON.parse(answer.body.toString()) as { operations: string[] }).operations;
}

export const uploadBody = (from: number, count: number): string =>
  JSON.stringify({ operations: sampleOperations(from, count) });

export async function fillPlanning(serving: Serving, size: number): Promise<FilledPlanning> {
  const id = await newPlanning(serving);
  const operations: string[] = [];
  let filledMs = 0;
  for (let from = 0; from < size; from += UPLOAD_SIZE) {
    const body = uploadBody(from, Math.min(UPLOAD_SIZE, size - from));
    filledMs += await elapsedMs(async () => {
      operations.push(...(await upload(serving, id, body)));
    });
  }
  await serving.service.database.sql`analyze`;
  return { id, operations, filledMs };
}
