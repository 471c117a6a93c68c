// Elements from code. Texts are only ever set as text, so nothing that a user brings along can be executed.

export type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

function build<E extends Element>(element: E, props: Props, children: Child[]): E {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on") && typeof value === "function") {
      element.addEventListener(key.slice(2), value as EventListener);
    } else if (key === "value" || key === "checked" || key === "selected" || key === "disabled" || key === "open") {
      (element as unknown as Props)[key] = value;
    } else {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  // The value of a list is one of its entries, which have to be there.
  element.append(...(children.filter((child) => child) as (Node | string)[]));
  if (element instanceof HTMLSelectElement && props["value"] !== undefined) element.value = String(props["value"]);
  return element;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return build(document.createElement(tag), props, children);
}

export function s(tag: string, props: Props = {}, ...children: Child[]): SVGElement {
  return build(document.createElementNS("http://www.w3.org/2000/svg", tag) as SVGElement, props, children);
}

/** Puts new content into a place. What had the focus keeps it, if something with the same key is there again. */
export function put(place: Element, ...children: Child[]): void {
  const focused = document.activeElement as (HTMLElement & { selectionStart?: number | null }) | null;
  const key = focused && place.contains(focused) ? focused.dataset["key"] : undefined;
  const at = key === undefined ? null : focused?.selectionStart;
  place.replaceChildren(...(children.filter((child) => child) as (Node | string)[]));
  if (key === undefined) return;
  const again = place.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  again?.focus({ preventScroll: true });
  if (at !== null && at !== undefined && (again instanceof HTMLInputElement || again instanceof HTMLTextAreaElement)) {
    if (again.type !== "number") again.setSelectionRange(at, at);
  }
}

/** "3 objects" */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
