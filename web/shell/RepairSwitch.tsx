import { SlidersHorizontal } from 'lucide-react';
import {
  openRepairDialog,
  setMode,
  STATUS_TEXT,
  statusOf,
  useRepairUpdates,
  useStandingRepair,
} from '../panels/conflicts/repairs.ts';
import { Button } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import { useBoard, useBoardState } from './boardContext.ts';
import { isViewer } from './rights.ts';
import styles from './shell.module.css';

const MODES = [
  { value: 'off', label: STATUS_TEXT.off, note: 'conflicts are only shown' },
  { value: 'propose', label: STATUS_TEXT.propose, note: 'you apply or refuse' },
  { value: 'apply', label: STATUS_TEXT.apply, note: 'written at once, within the limits' },
] as const;

/** The switch of the standing repair: what it does, why it paused, and the way to its limits. */
export const RepairSwitch = () => {
  const board = useBoard();
  const isOnlyLooking = useBoardState(isViewer);
  const { standing, reload } = useStandingRepair();
  useRepairUpdates();
  if (standing === undefined) return null;
  const { policy } = standing;
  const status = statusOf(policy);
  const why = policy.paused === null ? '' : `The standing repair paused: ${policy.paused.detail}`;
  const change = async (mode: string): Promise<void> => {
    const chosen = MODES.find(({ value }) => value === mode);
    if (chosen === undefined) return;
    await setMode(board, policy, chosen.value);
    reload();
  };
  return (
    <span className={styles.repair} data-status={status} title={why}>
      <span className="unseen" role="status">
        {why}
      </span>
      {isOnlyLooking ? (
        <span className={styles.repairText}>{STATUS_TEXT[status]}</span>
      ) : (
        <>
          <Choice
            name="Standing repair"
            value={status}
            options={[
              ...(policy.paused === null
                ? MODES
                : [{ value: 'paused', label: STATUS_TEXT.paused, note: policy.paused.detail }, ...MODES]),
            ]}
            onChange={(mode) => void change(mode)}
          />
          <Button label="Limits of the standing repair" onClick={() => openRepairDialog(board, 'repair-policy')}>
            <SlidersHorizontal size={15} aria-hidden />
          </Button>
        </>
      )}
    </span>
  );
};
