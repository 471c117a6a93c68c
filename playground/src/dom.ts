// Elements from code. Texts are only ever set as text, so nothing that a user brings along can be executed.

export type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;
type Handlers = Map<string, EventListener>;

/** What an element does with events. What is drawn anew hands its handlers on to the element that stays in the page. */
const handlers = new WeakMap<EventTarget, Handlers>();
/** What a field was given to hold, when it was drawn last. */
const given = new WeakMap<Element, string>();
/** Fields in which somebody has typed what nobody has taken up yet. */
const typed = new WeakSet<Element>();
/** What stands where an element is that draws itself. */
const stands = new WeakMap<Node, Element>();

function fire(event: Event): void {
  const { currentTarget, type } = event;
  if (currentTarget) handlers.get(currentTarget)?.get(type)?.call(currentTarget, event);
}

/** Does this with events of an element. Handlers find the element as `event.currentTarget`: it may be an older one than theirs. */
export function on<K extends keyof GlobalEventHandlersEventMap>(element: Element, type: K, handler: (event: GlobalEventHandlersEventMap[K]) => void): void {
  const known = handlers.get(element) ?? new Map<string, EventListener>();
  known.set(type, handler as EventListener);
  handlers.set(element, known);
  element.addEventListener(type, fire);
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function isField(node: Node): node is Field {
  return node instanceof HTMLTextAreaElement || (node instanceof HTMLInputElement && !["checkbox", "radio", "file", "range"].includes(node.type));
}

function build<E extends Element>(element: E, props: Props, children: Child[]): E {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on") && typeof value === "function") {
      on(element, key.slice(2) as "click", value as (event: Event) => void);
    } else if (key === "value" || key === "checked" || key === "selected" || key === "disabled" || key === "open") {
      (element as unknown as Props)[key] = value;
    } else {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  if (isField(element)) {
    if (props["value"] !== undefined) given.set(element, element.value);
    element.addEventListener("input", note);
    element.addEventListener("change", taken);
  }
  // The value of a list is one of its entries, which have to be there.
  element.append(...(children.filter((child) => child) as (Node | string)[]));
  if (element instanceof HTMLSelectElement && props["value"] !== undefined) element.value = String(props["value"]);
  return element;
}

function note({ currentTarget }: Event): void {
  if (currentTarget) typed.add(currentTarget as Element);
}

/** What is typed is taken up, where anything listens. */
function taken({ currentTarget }: Event): void {
  if (currentTarget && handlers.get(currentTarget)?.has("change")) typed.delete(currentTarget as Element);
}

/** Empties a field whose text has been used. */
export function clear(field: Field): void {
  field.value = "";
  typed.delete(field);
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

/** Stands for an element that is made once and draws itself: it is put where this is, and otherwise left alone. */
export function itself(element: Element): Node {
  const stand = document.createComment("");
  stands.set(stand, element);
  return stand;
}

/**
 * Puts new content into a place. What was there and is there again stays, and becomes like the new: so nobody loses what they
 * are typing, dragging, or looking at. What belongs to another item, as `data-of` says, is another thing.
 */
export function put(place: Element, ...children: Child[]): void {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement || focused instanceof SVGElement ? (place.contains(focused) ? focused.dataset["key"] : undefined) : undefined;
  const fresh = document.createElement("div");
  fresh.append(...(children.filter((child) => child) as (Node | string)[]));
  fill(place, [...fresh.childNodes], focused);
  if (key === undefined || (document.activeElement !== document.body && document.activeElement !== null)) return;
  place.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** What an element is known by: its own key, or that of the first thing in it. */
function keyOf(node: Node): string | undefined {
  if (!(node instanceof HTMLElement || node instanceof SVGElement)) return undefined;
  const own = node.dataset["key"] ?? node.id;
  if (own) return `${node.nodeName} ${own} ${node.dataset["of"] ?? ""}`;
  const inner = node.querySelector<HTMLElement>("[data-key]");
  return inner ? `${node.nodeName} > ${inner.dataset["key"]} ${inner.dataset["of"] ?? ""}` : undefined;
}

function fill(place: Element, fresh: Node[], focused: Element | null): void {
  const known = new Map<string, Node>();
  for (const node of place.childNodes) {
    const key = keyOf(node);
    if (key !== undefined && !known.has(key)) known.set(key, node);
  }
  const keys = fresh.map(keyOf);
  const wanted = new Set<Node>();
  fresh.forEach((node, at) => {
    const there = stands.get(node) ?? known.get(keys[at] ?? "");
    if (there) wanted.add(there);
  });
  let next = place.firstChild;
  fresh.forEach((node, at) => {
    // What is known comes when its turn comes; what is not wanted any more goes.
    while (next && !wanted.has(next) && keyOf(next) !== undefined) next = removed(next);
    const stand = stands.get(node);
    const key = keys[at];
    let there: Node | undefined;
    if (stand) there = stand;
    else if (key !== undefined) {
      there = known.get(key);
      known.delete(key);
    } else if (next && !wanted.has(next) && next.nodeName === node.nodeName) there = next;
    if (!there) {
      settle(node);
      place.insertBefore(node, next);
      return;
    }
    if (there === next) next = next.nextSibling;
    else if (focused && there.contains(focused) && there.parentNode === place) {
      // What has the focus does not move: the others do.
      const between: Node[] = [];
      for (let one: Node | null = next; one && one !== there; one = one.nextSibling) between.push(one);
      (there as ChildNode).after(...between);
      next = there.nextSibling;
    } else place.insertBefore(there, next);
    if (!stand) become(there, node, focused);
  });
  while (next) next = removed(next);
}

function removed(node: ChildNode): ChildNode | null {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** Puts what draws itself into what is new. */
function settle(node: Node): void {
  const comments = document.createTreeWalker(node, NodeFilter.SHOW_COMMENT);
  const found: Comment[] = [];
  while (comments.nextNode()) found.push(comments.currentNode as Comment);
  for (const stand of found) {
    const element = stands.get(stand);
    if (element) stand.replaceWith(element);
  }
}

/** Makes what is there like what is new. */
function become(there: Node, fresh: Node, focused: Element | null): void {
  if (!(there instanceof Element && fresh instanceof Element)) {
    if (there.nodeValue !== fresh.nodeValue) there.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name, value } of fresh.attributes) if (there.getAttribute(name) !== value) there.setAttribute(name, value);
  for (const { name } of [...there.attributes]) if (!fresh.hasAttribute(name)) there.removeAttribute(name);
  const does = handlers.get(fresh);
  if (does) {
    handlers.set(there, does);
    for (const type of does.keys()) there.addEventListener(type, fire);
  } else handlers.delete(there);
  // Children that are new move from one to the other, and with the entries of a list goes what it holds.
  const chosen = fresh instanceof HTMLSelectElement ? fresh.value : undefined;
  if (!(there instanceof HTMLTextAreaElement)) fill(there, [...fresh.childNodes], focused);
  if (there instanceof HTMLSelectElement && chosen !== undefined) {
    if (there.value !== chosen) there.value = chosen;
  } else hold(there, fresh);
}

/** What a field holds is no part of its attributes. What somebody is typing stays until it is taken up. */
function hold(there: Element, fresh: Element): void {
  if (isField(there) && isField(fresh)) {
    const value = given.get(fresh);
    const before = given.get(there);
    if (value === undefined) return;
    given.set(there, value);
    if (typed.has(there) && (value === before || value === there.value)) return;
    typed.delete(there);
    if (there.value !== value) there.value = value;
  } else if (there instanceof HTMLInputElement && fresh instanceof HTMLInputElement) {
    if (there.checked !== fresh.checked) there.checked = fresh.checked;
    if (there.type === "range" && there.value !== fresh.value) there.value = fresh.value;
  }
}

/** "3 objects" */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
