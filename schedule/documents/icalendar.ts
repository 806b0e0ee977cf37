const LINE_OCTETS = 75;
const encoder = new TextEncoder();
/** No text has them (RFC 5545, section 3.1). */
const CONTROLS = /[^\P{Cc}\n]/gu;

/** A value of type TEXT (RFC 5545, section 3.3.11). */
export const textValue = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROLS, ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

/** A line, folded where it is longer than 75 octets, never within a character (RFC 5545, section 3.1). */
export const contentLine = (name: string, value: string): string => {
  let folded = '';
  let octets = 0;
  for (const character of `${name}:${value}`) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
};

/** A moment in UTC (epoch ms), without its milliseconds: `20261120T093000Z`. */
export const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
