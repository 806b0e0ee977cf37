import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The browser without a window comes first: the journeys take half of the time in it. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? PLACES.find((place) => existsSync(place)) ?? PLACES[0];

/** Why browser tests cannot run here; null if they can. */
export const noBrowser: string | null = existsSync(CHROMIUM)
  ? null
  : `There is no Chromium at ${CHROMIUM}: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.`;

/** A name that resolves to this machine. A page at such an address may do less than one on localhost. */
const LOCAL_NAME = 'board.test';

/** The URL of a port under a name that is not localhost. */
export const namedUrl = (port: number): string => `http://${LOCAL_NAME}:${port}`;

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP ${LOCAL_NAME} 127.0.0.1`,
    ],
  });
