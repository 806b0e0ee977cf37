/** The percentiles of a task's expected time and the expected time itself, in the order that they must have. */
const PERCENTILE_ORDER = [
  'expectedTimeP05',
  'expectedTimeP10',
  'expectedTime',
  'expectedTimeP90',
  'expectedTimeP95',
] as const;
type OrderedMember = (typeof PERCENTILE_ORDER)[number];

/** A percentile that is out of order. */
interface PercentileFault {
  readonly member: OrderedMember;
  readonly message: string;
}

/** The percentiles that are out of order among those that are given, whose times are comparable: all in milliseconds, or all in UTC text. */
export const percentileFaults = (
  timeOf: (member: OrderedMember) => number | string | null | undefined,
): PercentileFault[] => {
  const known = PERCENTILE_ORDER.flatMap((member) => {
    const time = timeOf(member);
    return time == null ? [] : [{ member, time }];
  });
  return known.flatMap(({ member, time }, at) => {
    const before = known[at - 1];
    if (before === undefined || before.time <= time) return [];
    const message = `${before.member} is after ${member}; the order must be P05 ≤ P10 ≤ expectedTime ≤ P90 ≤ P95`;
    return [{ member: member === 'expectedTime' ? before.member : member, message }];
  });
};
