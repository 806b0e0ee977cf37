import { useEffect, useState } from 'react';

/** The answer to a question that is asked again whenever one of `on` changes; null before the first answer. An answer that was overtaken is dropped. */
export const useAnswer = <T>(ask: () => Promise<T | null | undefined>, on: readonly unknown[]): T | null => {
  const [answer, setAnswer] = useState<T | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void ask().then((found) => isCurrent && setAnswer(found ?? null));
    return () => {
      isCurrent = false;
    };
  }, on);
  return answer;
};
