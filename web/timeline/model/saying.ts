import { Verdict } from '../../judge/judge.ts';

/** "12 better", "2 000 worse", "no change". */
export const sayDelta = (delta: number): string => {
  const size = Math.abs(delta);
  const rounded = size >= 10 ? Math.round(size) : Math.round(size * 10) / 10;
  if (rounded === 0) return 'no change';
  return `${rounded.toLocaleString('en').replaceAll(',', ' ')} ${delta < 0 ? 'better' : 'worse'}`;
};

/** What a place would be without its worth: "free", "overlaps DL 417", "not eligible, lacks size C". */
export const sayVerdict = (verdict: number, reason: string): string =>
  verdict === Verdict.ineligible
    ? `not eligible${reason === '' ? '' : `, ${reason}`}`
    : verdict === Verdict.conflict
      ? reason
      : 'free';

/** "D18: free, 12 better"; "A1: not eligible, lacks size C". */
export const sayRow = (name: string, verdict: number, delta: number, reason: string): string => {
  const said = `${name}: ${sayVerdict(verdict, reason)}`;
  return verdict === Verdict.ineligible ? said : `${said}, ${sayDelta(delta)}`;
};

/** "+25 min", "−1 h 05 min". */
export const sayShift = (seconds: number): string => {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const text =
    hours === 0 ? `${rest} min` : rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')} min`;
  return `${seconds < 0 ? '−' : '+'}${text}`;
};
