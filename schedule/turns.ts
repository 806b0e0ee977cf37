export { atOnce, inSlices, mapSlicedly, slicedly, sortSlicedly, Turn } from '../db/turns.ts';
