/** Words that turn a request into its opposite: what has one of them is never read as anything else, such as a name or another spelling. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  'not never without nothing except excepting excluding but'.split(' '),
);
