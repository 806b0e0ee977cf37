/** A file that was dropped on the board, for the dialog to take. */
let dropped: File | null = null;
export const dropFile = (file: File): void => {
  dropped = file;
};
export const takeDropped = (): File | null => {
  const file = dropped;
  dropped = null;
  return file;
};
