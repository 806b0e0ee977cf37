import type { DocumentOperation, Time } from './planningDocument.ts';

/** The name of an operation: its task names (one when they are equal), or its id when it has none. */
export const operationName = ({ id, inboundTask, outboundTask }: DocumentOperation<Time>): string => {
  const names = [inboundTask?.taskName, outboundTask?.taskName].filter((name) => name);
  return names.length === 0 ? id : [...new Set(names)].join(' / ');
};
