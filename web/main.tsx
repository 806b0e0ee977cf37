import { CSPProvider } from '@base-ui/react/csp-provider';
import { hashKey, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { present } from '../engine/present.ts';
import { listenToKeys } from './commands/keys.ts';
import { App } from './shell/App.tsx';
import { Board } from './shell/board.ts';
import { BoardContext } from './shell/boardContext.ts';
import { namedOrganization } from './shell/boardState.ts';
import { keepFocus } from './shell/keepFocus.ts';
import './theme/theme.css';
import './theme/base.css';

// Browsers without Temporal get a polyfill before any code uses it.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

const board = new Board();
/** Most responses are of one revision of the planning: while many changes arrive, those that are no longer shown are soon forgotten. */
const KEPT_MS = 15_000;
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      gcTime: KEPT_MS,
      refetchOnWindowFocus: false,
      queryKeyHashFn: (key) => hashKey([namedOrganization(board.store.getState()), key]),
    },
  },
});
listenToKeys(board);
keepFocus(board);
createRoot(present(document.getElementById('board'))).render(
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={queries}>
      <BoardContext value={board}>
        <App />
      </BoardContext>
    </QueryClientProvider>
  </CSPProvider>,
);
await board.start();
