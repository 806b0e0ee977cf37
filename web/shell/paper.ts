/** An element of a printed page. */
export const element = (name: string, className: string, text = ''): HTMLElement => {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
};
