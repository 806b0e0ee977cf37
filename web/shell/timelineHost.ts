import type { Intent, TimelineHost } from '../timeline/intents.ts';
import type { Row } from '../timeline/model/rows.ts';
import type { Emphasis } from '../timeline/paint/look.ts';
import type { Board } from './board.ts';

/** The host of the timeline, backed by the board. */
export const timelineHost = (board: Board): TimelineHost => ({
  get scene() {
    return board.scene;
  },
  zone: () => board.looks.zone(),
  now: () => (board.store.getState().layer?.change == null ? board.clock.now() / 1000 : null),
  present: () => board.clock.now() / 1000,
  mayEdit: () => board.mayEdit(),
  isInterrupted: () => board.mayEditLater() && !board.mayEdit(),
  barOf: (operation) => board.barOf(operation),
  detailsOf: (row) => detailsOf(board, row),
  sizes: () => board.store.getState().sizes,
  tintOf: (bar) => board.looks.tintOf(bar),
  emphasis: () => emphasisOf(board),
  judge: async (question) => (await board.judge?.rows(question)) ?? null,
  intend: (intent) => intend(board, intent),
});

const NOTHING: ReadonlySet<string> = new Set();

const emphasisOf = (board: Board): Omit<Emphasis, 'drag' | 'lasso' | 'closing'> => {
  const { selection, hovered } = board.store.getState();
  return {
    selected: new Set(selection),
    focused: board.timeline?.mirror.focusedBar ?? null,
    hovered,
    found: board.looks.standingOut(),
    foundRows: { all: board.looks.found()?.resources ?? NOTHING, chosen: board.looks.chosenResource },
    related: hovered === null ? NOTHING : board.looks.relatedTo(hovered),
    ghosts: [...board.baseline.ghosts, ...board.looks.tints(), ...board.previews.ghosts],
    pulses: board.news.pulses.now(),
  };
};

/** The name of a row, and the tags of its resource by category, such as "size C, D". */
const detailsOf = ({ document }: Board, { id, name }: Row): readonly string[] => {
  const { resources, tags } = document.tables;
  const own = (resources.get(id)?.tags ?? []).flatMap((uuid) => tags.get(uuid) ?? []);
  const categories = [...Map.groupBy(own, ({ category }) => category)];
  return [name, ...categories.map(([category, list]) => `${category} ${list.map(({ value }) => value).join(', ')}`)];
};

const intend = (board: Board, intent: Intent): void => {
  switch (intent.type) {
    case 'select':
      board.select(intent.operations, intent.how);
      break;
    case 'open':
      board.show(intent.operation);
      break;
    case 'focus':
      board.store.setState({ lastBar: intent.bar });
      break;
    case 'hover':
      board.looks.hover(intent.operation);
      break;
    case 'move':
      void board.actions.move(intent.moves, intent.shiftSeconds, intent.refusal);
      break;
    case 'close':
      void board.actions.close(intent.resource, intent.from, intent.to);
      break;
    case 'menu': {
      const { bar, resource, at, x, y } = intent;
      const operation = bar?.operation ?? null;
      const { selection, lastBar } = board.store.getState();
      if (operation !== null && !selection.includes(operation)) board.select([operation]);
      board.store.setState({ menu: { operation, resource, at, x, y }, lastBar: bar ?? lastBar });
      break;
    }
    case 'resize':
      board.looks.resize(intent.sizes);
      break;
    case 'say':
      board.say(intent.text);
      break;
    case 'view':
      board.viewMoved();
      break;
  }
};
