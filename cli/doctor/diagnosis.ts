/** The result of one check of a deployment. */
export interface Diagnosis {
  readonly state: 'ok' | 'warning' | 'problem';
  /** What was checked, such as `database` or `disk`. */
  readonly name: string;
  /** What was found, as a sentence. */
  readonly finding: string;
  /** What to do about it, as a sentence; absent when all is well. */
  readonly advice?: string;
}

export const ok = (name: string, finding: string): Diagnosis => ({ state: 'ok', name, finding });
export const warning = (name: string, finding: string, advice: string): Diagnosis => ({
  state: 'warning',
  name,
  finding,
  advice,
});
export const problem = (name: string, finding: string, advice: string): Diagnosis => ({
  state: 'problem',
  name,
  finding,
  advice,
});
