/** A file that was dropped on the board, for the import dialog. */
let dropped: File | null = null;
export const dropFile = (file: File): void => {
  dropped = file;
};
/** Reading the file does not remove it, since React may start the first rendering of a dialog more than once. */
export const droppedFile = (): File | null => dropped;
export const forgetDropped = (): void => {
  dropped = null;
};
