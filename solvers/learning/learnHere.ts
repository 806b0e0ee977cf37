import type { Learned, LearningTask } from '../../engine/advice/learningTask.ts';
import { loadedHighs, prepareHighs } from '../integer/loadHighs.ts';
import { learnPreferences } from './learnPreferences.ts';

/** Learns on this thread, and loads HiGHS first if it has not been. */
export const learnHere = async (task: LearningTask): Promise<Learned> => {
  await prepareHighs();
  return learnPreferences(loadedHighs()!, task);
};
