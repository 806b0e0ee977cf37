/** Members that clients write are returned as they were written; so is `data`, the preferences of a user. */
const WRITTEN = new Set([
  'metadata',
  'parameters',
  'weights',
  'ordering',
  'weight',
  'arguments',
  'probabilityThreshold',
  'maxLoss',
  'implausibleShare',
]);
const COSTS = /^(?:total|unassigned|reassigned|delay|rules|cost|costs|penalty|price|rest|delta|bound|risk)$/;

const decimalsOf = (value: number): number => {
  const text = String(value);
  return /e-/.test(text) ? Number.POSITIVE_INFINITY : (text.split('.')[1]?.length ?? 0);
};

const mostOf = (member: string): number => {
  if (/seconds$/i.test(member) || member === 'sigma') return 3;
  return COSTS.test(member) ? 2 : 4;
};

/** The paths of numbers with more decimals than the contract has: 3 for seconds, 2 for costs, 4 for probabilities, ratios and gaps. */
export const longNumbers = (value: unknown, path = ''): string[] => {
  if (typeof value === 'number') {
    const most = mostOf(path.split('.').findLast((member) => !/^\d+$/.test(member)) ?? '');
    return decimalsOf(value) > most ? [`${path} is ${value}: more than ${most} decimals`] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const isWritten = (member: string): boolean => WRITTEN.has(member) || (member === 'data' && 'user' in value);
  return Object.entries(value).flatMap(([member, child]) =>
    isWritten(member) ? [] : longNumbers(child, path === '' ? member : `${path}.${member}`),
  );
};
