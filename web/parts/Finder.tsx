import { type RefObject, useEffect, useRef, useState } from 'react';
import partStyles from './parts.module.css';

/** What has been typed, and which of the options found is active. */
export const useFinder = () => {
  const list = useRef<HTMLUListElement>(null);
  const [filter, setFilter] = useState('');
  const [active, setActive] = useState(0);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const type = (text: string): void => {
    setFilter(text);
    setActive(0);
  };
  return { list, filter, type, active, setActive };
};

interface FinderProps<T> {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly finder: ReturnType<typeof useFinder>;
  readonly name: string;
  readonly placeholder: string;
  readonly className: string | undefined;
  /** The id of the list of options. */
  readonly controls: string;
  /** The id of an option is this, a hyphen, and its index. */
  readonly option: string;
  readonly options: readonly T[];
  readonly onChoose: (option: T | undefined) => void;
}

/** A field that finds options in a list: the arrow keys make another one active, Enter chooses it. */
export const Finder = <T,>(props: FinderProps<T>) => {
  const { input, finder, name, placeholder, className, controls, option, options, onChoose } = props;
  const { filter, type, active, setActive } = finder;
  return (
    <>
      <input
        ref={input}
        className={`${partStyles.field} ${className}`}
        role="combobox"
        aria-expanded
        aria-label={name}
        aria-controls={controls}
        aria-activedescendant={options[active] === undefined ? undefined : `${option}-${active}`}
        placeholder={placeholder}
        value={filter}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setActive(Math.min(options.length - 1, active + 1));
          else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
          else if (event.key === 'Enter') onChoose(options[active]);
          else return;
          event.preventDefault();
        }}
      />
      <p className={partStyles.none} role="status">
        {options.length === 0 && filter !== '' ? `There is nothing with ${filter.trim()}.` : ''}
      </p>
    </>
  );
};
