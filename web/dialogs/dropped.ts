/** A file that was dropped on the board, for the dialog to take. */
let dropped: File | null = null;
export const dropFile = (file: File): void => {
  dropped = file;
};
/** Reading it takes nothing away: React may begin a dialog's first rendering more than once. */
export const droppedFile = (): File | null => dropped;
export const forgetDropped = (): void => {
  dropped = null;
};
