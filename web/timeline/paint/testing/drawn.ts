import { PlanningCopy } from '../../../../client/planningCopy.ts';
import type { PlanningDocument } from '../../../../engine/instance/planningDocument.ts';
import { LiveDocument } from '../../../planning/liveDocument.ts';
import type { Palette } from '../../../theme/palette.ts';
import { Scene } from '../../model/scene.ts';
import type { View } from '../../model/view.ts';
import { layOutFrame, USUAL_SIZES } from '../frame.ts';
import { type Emphasis, type Look, NO_EMPHASIS } from '../look.ts';
import { Names } from '../names.ts';
import type { Label, Numbers, Surface } from '../surface.ts';

const LETTER = 6;
/** Each color is its own name. */
const PALETTE = new Proxy({ tints: [] } as unknown as Palette, {
  get: (given, name) => (name === 'tints' ? given.tints : String(name)),
});

/** What a painter drew: its texts, and its rectangles (x, y, width, height) by color. */
export interface Drawn {
  readonly texts: readonly Label[];
  readonly fills: ReadonlyMap<string, Numbers>;
}

/** Paints a plan on a surface of 1000 × 600 pixels, where each letter is 6 pixels wide. */
export const drawnBy = (
  paint: (surface: Surface, look: Look) => void,
  plan: PlanningDocument,
  view: Omit<View, 'top'>,
  emphasis: Partial<Emphasis>,
): Drawn => {
  const texts: Label[] = [];
  const fills = new Map<string, Numbers>();
  const surface: Surface = {
    width: 1000,
    height: 600,
    fill: (color, rects) => void fills.set(color, [...(fills.get(color) ?? []), ...rects]),
    outline: () => {},
    lines: () => {},
    hatch: () => {},
    texts: (_color, _font, labels) => void texts.push(...labels),
    inside: (_x, _y, _width, _height, draw) => draw(),
    measure: (text) => text.length * LETTER,
    picture: (_of, _x, _y, _width, _height, draw) => draw(surface),
  };
  paint(surface, {
    frame: layOutFrame(1000, 600, { pinned: 0, unassigned: 0 }, USUAL_SIZES),
    view: { ...view, top: 0 },
    scene: new Scene(new LiveDocument(new PlanningCopy(plan, 'change'))),
    palette: PALETTE,
    names: new Names(),
    zone: 'UTC',
    now: null,
    unassignedTop: 0,
    pinnedTop: 0,
    tintOf: () => -1,
    emphasis: { ...NO_EMPHASIS, ...emphasis },
  });
  return { texts, fills };
};
