import { SolverPool } from '../../solvers/pool/pool.ts';
import { type Peer, Story } from './peer.ts';

export const tidegate: Peer = {
  name: 'Tidegate (auto)',
  usesThreads: true,
  async run({ instance, limitSeconds, threads }) {
    const pool = new SolverPool({ threads });
    const story = new Story();
    try {
      const { seconds, status } = await pool.run({
        instance,
        solver: 'auto',
        parameters: { timeLimitSeconds: limitSeconds, threads },
        onEvent: (event) => {
          if (event.kind === 'incumbent') story.add(event.seconds, event.solution.cost / 100, null);
          if (event.kind === 'bound') story.add(event.seconds, null, event.bound / 100);
        },
      });
      return { points: story.points, endedSeconds: seconds, isProven: status === 'optimal' };
    } finally {
      await pool.close();
    }
  },
};
