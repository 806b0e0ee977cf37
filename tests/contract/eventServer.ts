import { createAdaptorServer } from '@hono/node-server';
import { Registry } from 'prom-client';
import { createApp } from '../../api/app.ts';
import { webSocketServer } from '../../api/events/webSocketServer.ts';
import type { TestApp } from '../../api/testing/openApp.ts';
import { createEvents, type EventsOptions } from '../../schedule/events/events.ts';
import { createCaches } from '../../schedule/schedule.ts';
import { resolutionsHere } from '../../schedule/testing/resolutionsHere.ts';
import { listenLocally } from '../listenLocally.ts';

/** Serves the app with events, which no signal announces unless the options have signals. */
export const openEventServer = async ({ ports, deps }: TestApp, options: Partial<EventsOptions> = {}) => {
  const { conflicts } = createCaches({ clock: ports.clock, resolutions: resolutionsHere });
  const signals = { subscribe: async () => async () => {}, committed: () => {} };
  const events = await createEvents(ports, { signals, conflicts, ...options });
  const metrics = new Registry();
  const app = createApp({ ...deps, metrics, events });
  const server = createAdaptorServer({ fetch: app.fetch, websocket: { server: webSocketServer() } });
  const url = `ws://127.0.0.1:${await listenLocally(server)}/v1/events/`;
  const close = async (): Promise<void> => {
    await events.close();
    server.close();
  };
  return { app, metrics, url, close };
};
