// A list of what can be written next, below the field that is written in.

import { h } from "../dom.js";
import type { Offer } from "../wire.js";

const MOST = 60;

/** What is written in, and what can be asked about it. */
export type Field = HTMLInputElement | HTMLTextAreaElement;

/** Attaches a list to a field. `offers` are asked for whenever something is written; taking one puts `after` behind it. */
export function suggest(field: Field, offers: () => Promise<Offer[]>, after: string, taken: () => void): HTMLElement {
  const id = `${field.id}-offers`;
  const list = h("ul", { id, role: "listbox", class: "offers", "aria-label": "What can come next", hidden: true });
  let shown: Offer[] = [];
  let at = -1;
  let turn = 0;
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", id);
  if (field instanceof HTMLInputElement) field.setAttribute("role", "combobox");

  const choose = (next: number) => {
    at = next;
    [...list.children].forEach((option, number) => option.setAttribute("aria-selected", String(number === at)));
    const option = list.children[at];
    if (option) {
      field.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else field.removeAttribute("aria-activedescendant");
  };
  const close = () => {
    turn++;
    shown = [];
    list.hidden = true;
    age(false);
    expanded(false);
    choose(-1);
  };
  // What is listed is about what was written before, until the new list is there: until then, nothing can be taken.
  const age = (old: boolean) => list.setAttribute("aria-busy", String(old));
  const expanded = (open: boolean) => field instanceof HTMLInputElement && field.setAttribute("aria-expanded", String(open));
  expanded(false);
  const take = (offer: Offer) => {
    const end = field.selectionStart ?? field.value.length;
    field.setRangeText(offer.text + after, end - offer.begun.length, end, "end");
    field.focus();
    taken();
    void open();
  };
  const open = async () => {
    const mine = ++turn;
    shown = [];
    choose(-1);
    age(true);
    const found = await offers().catch(() => []);
    if (mine !== turn || !field.isConnected) return;
    age(false);
    shown = found.slice(0, MOST);
    list.replaceChildren(
      ...shown.map((offer, number) =>
        h(
          "li",
          { id: `${id}-${number}`, role: "option", "aria-selected": "false", onpointerdown: (event: Event) => { event.preventDefault(); if (shown.includes(offer)) take(offer); } },
          h("b", {}, offer.text),
          offer.about && h("span", {}, offer.about),
        ),
      ),
    );
    list.hidden = shown.length === 0;
    expanded(shown.length > 0);
    choose(-1);
  };
  field.addEventListener("input", () => void open());
  field.addEventListener("blur", close);
  field.addEventListener("keydown", ((event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === " " && event.ctrlKey) void open();
    else if (list.hidden) return;
    else if (by !== 0 && shown.length > 0) choose((Math.max(at, by < 0 ? 0 : -1) + by + shown.length) % shown.length);
    else if ((event.key === "Enter" || event.key === "Tab") && shown[at]) take(shown[at] as Offer);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }) as EventListener);
  return list;
}
