/** Guarantee: the name of a previewed place is within the part of the place that is in view. */
import { expect, test } from 'vitest';
import { PlanningCopy } from '../../../client/planningCopy.ts';
import { LiveDocument } from '../../planning/liveDocument.ts';
import type { Palette } from '../../theme/palette.ts';
import { smallPlan } from '../../../tests/board/smallPlan.ts';
import { Scene } from '../model/scene.ts';
import { layOutFrame, USUAL_SIZES } from './frame.ts';
import { type Ghost, type Look, NO_EMPHASIS } from './look.ts';
import { Names } from './names.ts';
import { paintGhosts } from './paintGhosts.ts';
import type { Label, Surface } from './surface.ts';

const LETTER = 6;
const FROM = 1_000_000;
const SECONDS_PER_PIXEL = 30;

/** Paints the ghosts and returns the texts that were drawn. */
const textsOf = (ghosts: readonly Ghost[]): readonly Label[] => {
  const scene = new Scene(new LiveDocument(new PlanningCopy(smallPlan('p'), 'change')));
  const drawn: Label[] = [];
  const surface: Surface = {
    width: 1000,
    height: 600,
    fill: () => {},
    outline: () => {},
    lines: () => {},
    hatch: () => {},
    texts: (_color, _font, labels) => void drawn.push(...labels),
    inside: (_x, _y, _width, _height, draw) => draw(),
    measure: (text) => text.length * LETTER,
    picture: (_of, _x, _y, _width, _height, draw) => draw(surface),
  };
  const look: Look = {
    frame: layOutFrame(1000, 600, { pinned: 0, unassigned: 0 }, USUAL_SIZES),
    view: { from: FROM, secondsPerPixel: SECONDS_PER_PIXEL, top: 0 },
    scene,
    palette: { font: 'font', tints: [] } as unknown as Palette,
    names: new Names(),
    zone: 'UTC',
    now: null,
    unassignedTop: 0,
    pinnedTop: 0,
    tintOf: () => -1,
    emphasis: { ...NO_EMPHASIS, ghosts },
  };
  paintGhosts(surface, look);
  return drawn;
};

const ghost = (from: number, to: number): Ghost => ({
  kind: 'preview',
  resource: 'p-A1',
  name: 'DL 734',
  from: FROM + from * SECONDS_PER_PIXEL,
  to: FROM + to * SECONDS_PER_PIXEL,
});

test('the name of a place that ends before the view is not drawn', () => {
  expect(textsOf([ghost(-300, -10)])).toEqual([]);
  expect(textsOf([ghost(-300, 10)])).toEqual([]);
});

test('the name of a place that began before the view is at its left edge', () => {
  const [left] = textsOf([ghost(-300, 200)]);
  const [inside] = textsOf([ghost(0, 200)]);
  expect(left?.text).toBe('DL 734');
  expect(left).toEqual(inside);
});
