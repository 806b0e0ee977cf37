/** For the rooms above, which do not import `db`. */
export { atOnce, inSlices, mapSlicedly, slicedly, sortSlicedly, Turn } from '../db/turns.ts';
