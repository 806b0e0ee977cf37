import { type ComponentType, lazy } from 'react';

/** A tab of the panel on the right. Its content is loaded when it is first shown, or before. */
export interface PanelEntry {
  readonly id: string;
  readonly title: string;
  readonly load: () => Promise<ComponentType>;
  readonly Content: ComponentType;
}

const panel = (id: string, title: string, load: () => Promise<ComponentType>): PanelEntry => ({
  id,
  title,
  load,
  Content: lazy(async () => ({ default: await load() })),
});

/** The panels in the order of their tabs. */
export const PANELS: readonly [PanelEntry, ...PanelEntry[]] = [
  panel('conflicts', 'Conflicts', async () => (await import('./conflicts/ConflictsPanel.tsx')).ConflictsPanel),
  panel('operation', 'Operation', async () => (await import('./operation/OperationPanel.tsx')).OperationPanel),
  panel('optimize', 'Optimize', async () => (await import('./optimize/OptimizePanel.tsx')).OptimizePanel),
  panel('changes', 'Changes', async () => (await import('./changes/ChangesPanel.tsx')).ChangesPanel),
  panel('metrics', 'Metrics', async () => (await import('./metrics/MetricsPanel.tsx')).MetricsPanel),
  panel('assistant', 'Assistant', async () => (await import('./assistant/AssistantPanel.tsx')).AssistantPanel),
];
