/** The lines of a response as they come, each one parsed. An empty line is none; a line cut off by the end is an error. */
export async function* linesOf<T>(response: Response): AsyncGenerator<T> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      rest += value;
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as T;
    }
    if (rest.trim() !== '') yield JSON.parse(rest) as T;
  } finally {
    await reader.cancel();
  }
}
