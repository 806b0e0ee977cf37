/** Whether the exporter understands these headers. It leaves out what it does not, and the collector would then refuse the traces. */
export const areTraceHeaders = (text: string): boolean =>
  text.split(',').every((pair) => /^\s*[\w-]+\s*=[^;]*[^;\s]\s*$/.test(pair) && isPercentEncoded(pair));

const isPercentEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};
