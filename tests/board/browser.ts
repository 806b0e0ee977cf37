import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Why browser tests cannot run here; null if they can. */
export const noBrowser: string | null = existsSync(CHROMIUM)
  ? null
  : `There is no Chromium at ${CHROMIUM}: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.`;

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
