import { X } from 'lucide-react';
import { Button } from '../parts/Button.tsx';
import { tintColors } from '../theme/palette.ts';
import { useBoard, useBoardState, useRevision } from './boardContext.ts';
import styles from './legend.module.css';

const SIGNS = [
  ['conflict', 'Conflict'],
  ['scheduled', 'Scheduled'],
  ['spread', '5–95 %'],
  ['closed', 'Closed'],
  ['known', 'Actual'],
] as const;

/** The legend below the timeline: the meaning of colors and symbols on bars. */
export const Legend = () => {
  const board = useBoard();
  useRevision();
  useBoardState((state) => `${state.colorBy} ${state.colorsRevision} ${state.conflicts.length}`);
  const isDraft = useBoardState(({ layer }) => layer?.workspace != null);
  const { about, legend } = board.looks.legend();
  if (board.document.tables.operations.size === 0) return null;
  return (
    <div className={styles.legend}>
      {legend.length === 0 ? null : (
        <ul className={styles.entries} data-colors aria-label={`Colors by ${about}`}>
          <li className={styles.about} aria-hidden>
            {about}
          </li>
          {legend.map(({ tint, label }) => (
            <li key={`${tint} ${label}`}>
              <svg className={styles.swatch} aria-hidden viewBox="0 0 14 12">
                <rect x="0.5" y="0.5" width="13" height="11" rx="2.5" {...tintColors(tint)} />
              </svg>
              <span className={styles.label}>{label}</span>
            </li>
          ))}
        </ul>
      )}
      <ul className={styles.entries} data-signs aria-label="Signs">
        {SIGNS.map(([sign, label]) => (
          <li key={sign}>
            <span className={styles.sign} data-sign={sign} aria-hidden />
            {label}
          </li>
        ))}
        {isDraft ? (
          <li>
            <span className={styles.sign} data-sign="draft" aria-hidden />
            Changed in draft
          </li>
        ) : null}
      </ul>
      <span className={styles.space} />
      <Button label="Hide the legend" onClick={() => board.store.setState({ isLegendOpen: false })}>
        <X size={13} aria-hidden />
      </Button>
    </div>
  );
};
