/** Guarantee: what planners do in the board's panels goes as it is promised, in a real browser, by role and name, on a real server. */
import { accessibilityJourneys } from './journeys/accessibility.ts';
import { assistantJourneys } from './journeys/assistant.ts';
import { conflictJourneys } from './journeys/conflicts.ts';
import { draftJourneys } from './journeys/drafts.ts';
import { importJourneys } from './journeys/importing.ts';
import { metricsJourneys } from './journeys/metrics.ts';
import { optimizeJourneys } from './journeys/optimize.ts';
import { onBoard } from './onBoard.ts';

onBoard('the board', (world) => {
  assistantJourneys(world);
  conflictJourneys(world);
  draftJourneys(world);
  importJourneys(world);
  metricsJourneys(world);
  optimizeJourneys(world);
  accessibilityJourneys(world);
});
