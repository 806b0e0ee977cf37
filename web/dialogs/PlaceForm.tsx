import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import partStyles from '../parts/parts.module.css';
import styles from './dialogs.module.css';
import { NO_PLACE, type Place } from './importFile.ts';

const INPUTS: readonly (readonly [keyof Place, string, string])[] = [
  ['station', 'Airport or port', 'FRA, NLRTM'],
  ['from', 'First day', '2026-11-20'],
  ['to', 'Last day', '2026-11-20'],
];

/** Chooses the place and the days of a file. By default, the place is that of the planning, and all days are taken. */
export const PlaceForm = ({ onSaid }: { readonly onSaid: (place: Place) => void }) => {
  const [said, setSaid] = useState(NO_PLACE);
  return (
    <form
      className={styles.choices}
      onSubmit={(event) => {
        event.preventDefault();
        onSaid(said);
      }}
    >
      {INPUTS.map(([member, label, placeholder]) => (
        <input
          key={member}
          className={partStyles.field}
          aria-label={label}
          title={label}
          placeholder={placeholder}
          value={said[member]}
          onChange={({ target }) => setSaid({ ...said, [member]: target.value.trim() })}
        />
      ))}
      <Button type="submit" kind="outlined">
        Check
      </Button>
    </form>
  );
};
