/** Guarantee: what the typed client says is what a served service does; it is used here as a program of its own would use it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EventSocket } from '../../client/eventSocket.ts';
import { IN_LINES, linesOf } from '../../client/lines.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { PlanningFollower } from '../../client/planningFollower.ts';
import { ServiceError } from '../../client/serviceError.ts';
import { dataOf, openTidegate } from '../../client/tidegate.ts';
import { start } from '../processes.ts';

test('loads, streams, is refused by code, and follows what it does itself', { timeout: 120_000 }, async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'tidegate-typed-'));
  const server = start(['serve'], { DATA_DIR: directory, PORT: '0', THREADS: '1' });
  try {
    const url = (await server.line(/serves (http:\/\/[^\s/]+)/))[1];
    const token = (await server.line(/^API key: (tg_\S+)$/m))[1];
    const tidegate = openTidegate({ url, token });
    const [organization] = await dataOf(tidegate.GET('/v1/organizations/'));
    const listed = tidegate.GET('/v1/organizations/{org_pk}/plannings/', {
      params: { path: { org_pk: organization.id } },
    });
    const [{ id }] = await dataOf(listed);

    const socket = new EventSocket(url, token);
    const follower = new PlanningFollower();
    socket.send({ type: 'subscribe', planning: id, batch: true });
    for await (const message of socket) {
      follower.take(message);
      if (message.type === 'state') break;
    }
    const query = { versions: 'true' } as const;
    const exported = await tidegate.GET('/v1/plannings/{id}/export/', { params: { path: { id }, query } });
    follower.load(exported.data as PlanningDocument, exported.response.headers.get('X-Change-Id'));

    const parameters = { timeLimitSeconds: 3 };
    const seen: string[] = [];
    const request = { ...IN_LINES, params: { path: { id } }, body: { parameters } };
    for await (const line of linesOf<'/v1/plannings/{id}/optimize/'>(
      tidegate.POST('/v1/plannings/{id}/optimize/', request),
    )) {
      seen.push(line.type);
      if (line.type === 'done') expect(line.task.status).toBe('SUCCEEDED');
    }
    expect(seen).toContain('incumbent');
    for await (const message of socket) {
      follower.take(message);
      if (message.type === 'change') break;
    }
    const fresh = await tidegate.GET('/v1/plannings/{id}/export/', { params: { path: { id }, query } });
    expect(follower.copy?.change).toBe(fresh.response.headers.get('X-Change-Id'));
    const standing = (document: unknown): unknown =>
      new Map((document as PlanningDocument).assignments.map((one) => [one.operation, one.parts]));
    expect(standing(follower.copy!.document())).toEqual(standing(fresh.data));

    const operation = follower.copy!.document().assignments[0].operation;
    const resource = follower.copy!.document().resources[0].id;
    const params = { header: { 'If-Match': '"another"' } };
    const body = { operation, resource };
    const refusal: unknown = await dataOf(tidegate.POST('/v1/assignments/', { params, body })).catch((error) => error);
    expect(refusal).toBeInstanceOf(ServiceError);
    expect(refusal).toMatchObject({ status: 412, code: 'version_mismatch', stale: [{ id: operation }] });
    const missing = tidegate.GET('/v1/operations/{id}/', { params: { path: { id: 'none' } } });
    await expect(dataOf(missing)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    socket.close();
    for await (const message of socket) follower.take(message);
    expect(socket.closeCode).not.toBeNull();
  } finally {
    await server.end('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  }
});
