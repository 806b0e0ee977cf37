/** Guarantee: what planners do in the board's panels works as promised, in a real browser on a real server, with elements found by role and name. */
import { accessibilityJourneys } from './journeys/accessibility.ts';
import { assistantJourneys } from './journeys/assistant.ts';
import { conflictJourneys } from './journeys/conflicts.ts';
import { draftJourneys } from './journeys/drafts.ts';
import { importJourneys } from './journeys/importing.ts';
import { metricsJourneys } from './journeys/metrics.ts';
import { optimizeJourneys } from './journeys/optimize.ts';
import { repairJourneys } from './journeys/repairs.ts';
import { onBoard } from './onBoard.ts';

onBoard('the board', (world) => {
  assistantJourneys(world);
  conflictJourneys(world);
  draftJourneys(world);
  importJourneys(world);
  metricsJourneys(world);
  optimizeJourneys(world);
  repairJourneys(world);
  accessibilityJourneys(world);
});
