import { statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { plural } from '../../engine/wording.ts';
import type { Config } from '../config.ts';
import { memoryMegabytes } from '../memory.ts';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';
import { nearestFolder, unwritable } from './writable.ts';

const MEGABYTE = 2 ** 20;
const LEAST_DISK_MB = 200;
const GOOD_DISK_MB = 2_000;
const LEAST_MEMORY_MB = 1_000;
const LEAST_NODE_MAJOR = 22;

export const diagnoseMachine = (config: Config): Diagnosis[] => [
  diagnoseNode(),
  diagnoseTimeZones(),
  diagnoseThreads(config),
  ...(config.DATABASE_URL === undefined ? diagnoseDirectory(config.DATA_DIR, config.EMBEDDED_SYNC) : []),
];

const diagnoseNode = (): Diagnosis => {
  const finding = `Node ${process.version} with ${memoryMegabytes()} MB of memory.`;
  if (Number(process.versions.node.split('.')[0]) < LEAST_NODE_MAJOR)
    return problem('node', finding, `Install Node ${LEAST_NODE_MAJOR} or later.`);
  return memoryMegabytes() < LEAST_MEMORY_MB
    ? warning(
        'node',
        finding,
        `Give it ${LEAST_MEMORY_MB} MB or more; a planning of 10,000 operations needs about that.`,
      )
    : ok('node', finding);
};

/** Checks time zones, since a Node that was built with few locales does not know daylight saving. */
const diagnoseTimeZones = (): Diagnosis => {
  const hourIn = (timeZone: string): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(Date.UTC(2026, 6, 1, 12));
  try {
    if (hourIn('Europe/Berlin') === '14' && hourIn('Asia/Tokyo') === '21')
      return ok('time zones', 'The time zones of the world are known, with daylight saving.');
  } catch {
    // Even the names of time zones are unknown, which is reported below.
  }
  return problem(
    'time zones',
    'This Node does not know the time zones.',
    'Use a Node with full internationalization data.',
  );
};

const diagnoseThreads = ({ THREADS }: Config): Diagnosis => {
  const processors = availableParallelism();
  const finding = `${plural(THREADS, 'solver thread')} on ${plural(processors, 'processor')}.`;
  return THREADS > processors
    ? warning(
        'threads',
        finding,
        `Set THREADS to ${processors}: more threads share the same processors, and each gets slower.`,
      )
    : ok('threads', finding);
};

const diagnoseDirectory = (directory: string, isSynced: boolean): Diagnosis[] => {
  const fault = unwritable('data', 'DATA_DIR', directory);
  if (fault !== null) return [fault];
  const { bavail, bsize } = statfsSync(nearestFolder(directory));
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  const finding = `DATA_DIR=${directory} has ${free} MB of free space.`;
  const advice = 'Free some space: a full disk ends the server.';
  return [
    free < LEAST_DISK_MB
      ? problem('disk', finding, advice)
      : free < GOOD_DISK_MB
        ? warning('disk', finding, advice)
        : ok('disk', finding),
    isSynced
      ? ok('durability', 'Acknowledged writes survive a power cut.')
      : warning(
          'durability',
          'EMBEDDED_SYNC=false: a power cut may lose the last writes, or damage the database.',
          'Leave EMBEDDED_SYNC out where that matters.',
        ),
  ];
};
