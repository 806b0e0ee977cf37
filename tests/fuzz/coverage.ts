import { Session } from 'node:inspector/promises';

/**
 * Tells what V8 executed since it was last asked, in the sources that are looked at: a text for each function and each set of its blocks that was not
 * reached. Blocks count as reached or not; how often does not matter.
 */
export class Coverage {
  private readonly session = new Session();
  private readonly isLookedAt: (url: string) => boolean;

  private constructor(isLookedAt: (url: string) => boolean) {
    this.isLookedAt = isLookedAt;
  }

  /** `isLookedAt` is asked for the address of each script. */
  static async start(isLookedAt: (url: string) => boolean): Promise<Coverage> {
    const coverage = new Coverage(isLookedAt);
    coverage.session.connect();
    await coverage.session.post('Profiler.enable');
    await coverage.session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
    return coverage;
  }

  async take(): Promise<string[]> {
    const { result } = await this.session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => this.isLookedAt(url))
      .flatMap(({ scriptId, functions }) =>
        functions
          .filter(({ ranges }) => ranges[0].count > 0)
          .map(({ ranges }) => {
            const missed = ranges.filter(({ count }) => count === 0).map(({ startOffset }) => startOffset);
            return `${scriptId} ${ranges[0].startOffset} ${missed.join(' ')}`;
          }),
      );
  }

  async stop(): Promise<void> {
    await this.session.post('Profiler.stopPreciseCoverage');
    this.session.disconnect();
  }
}
