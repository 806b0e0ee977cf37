/** Stores rows end to end (compressed sparse rows): row i is values[start[i]] … values[start[i + 1] − 1]. */
export const compressRows = (rows: readonly (readonly number[])[]): { start: Int32Array; values: Int32Array } => {
  const start = new Int32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) start[i + 1] = start[i] + rows[i].length;
  return { start, values: Int32Array.from(rows.flat()) };
};
