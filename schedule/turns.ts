/** For the rooms above, which do not import `db`. */
export { inSlices, mapSlicedly, slicedly, sortSlicedly, Turn } from '../db/turns.ts';
