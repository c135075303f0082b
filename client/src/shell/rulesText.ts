/** The text of rules, as the server has rendered it. */

/** Let the keyboard scroll what may be wider than its place: diagrams and tables. */
export function makeFocusable(text: HTMLElement): void {
  for (const wide of text.querySelectorAll<HTMLElement>("pre, table")) wide.tabIndex = 0;
}
