import { type ComponentType, lazy } from 'react';

/** A tab of the panel on the right. What it holds is loaded when it is first shown. */
export interface PanelEntry {
  readonly id: string;
  readonly title: string;
  readonly Content: ComponentType;
}

/** In the order of their tabs. */
export const PANELS: readonly PanelEntry[] = [
  {
    id: 'conflicts',
    title: 'Conflicts',
    Content: lazy(async () => ({ default: (await import('./conflicts/ConflictsPanel.tsx')).ConflictsPanel })),
  },
  {
    id: 'operation',
    title: 'Operation',
    Content: lazy(async () => ({ default: (await import('./operation/OperationPanel.tsx')).OperationPanel })),
  },
  {
    id: 'optimize',
    title: 'Optimize',
    Content: lazy(async () => ({ default: (await import('./optimize/OptimizePanel.tsx')).OptimizePanel })),
  },
  {
    id: 'changes',
    title: 'Changes',
    Content: lazy(async () => ({ default: (await import('./changes/ChangesPanel.tsx')).ChangesPanel })),
  },
  {
    id: 'metrics',
    title: 'Metrics',
    Content: lazy(async () => ({ default: (await import('./metrics/MetricsPanel.tsx')).MetricsPanel })),
  },
  {
    id: 'assistant',
    title: 'Assistant',
    Content: lazy(async () => ({ default: (await import('./assistant/AssistantPanel.tsx')).AssistantPanel })),
  },
];
