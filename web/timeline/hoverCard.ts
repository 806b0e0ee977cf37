import type { Row } from './model/rows.ts';
import type { PlacedBar } from './model/scene.ts';

const AFTER_MS = 450;
const GAP = 8;

/** A card with the details of the bar or the row's name under the pointer. For screen readers, the elements of the grid have the same text. */
export class HoverCard {
  private readonly root: HTMLElement;
  private readonly card = document.createElement('div');
  private about: PlacedBar | Row | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement) {
    this.root = root;
    this.card.className = 'hover-card';
    this.card.setAttribute('aria-hidden', 'true');
    this.card.hidden = true;
    root.append(this.card);
  }

  /** Called with what is under the pointer; null when there is nothing, or during a gesture. `say` returns its name and details, line by line. */
  point(
    about: PlacedBar | Row | null,
    say: () => readonly string[],
    at: { readonly x: number; readonly y: number },
  ): void {
    if (about === null) return this.hide();
    if (about === this.about) return;
    this.hide();
    this.about = about;
    this.timer = setTimeout(() => this.show(say(), at), AFTER_MS);
  }

  hide(): void {
    clearTimeout(this.timer);
    this.about = null;
    this.card.hidden = true;
  }

  private show([name = '', ...lines]: readonly string[], { x, y }: { readonly x: number; readonly y: number }): void {
    const card = this.card;
    const title = document.createElement('strong');
    title.textContent = name;
    title.dir = 'auto';
    card.replaceChildren(
      title,
      ...lines.map((text) => {
        const line = document.createElement('div');
        line.textContent = text;
        if (text.startsWith('!')) line.className = 'hover-card-conflict';
        return line;
      }),
    );
    card.hidden = false;
    const { clientWidth, clientHeight } = this.root;
    const { offsetWidth, offsetHeight } = card;
    card.style.left = `${Math.max(GAP, Math.min(x + GAP, clientWidth - offsetWidth - GAP))}px`;
    const below = y + 2 * GAP;
    card.style.top = `${below + offsetHeight > clientHeight ? Math.max(GAP, y - offsetHeight - GAP) : below}px`;
  }
}
