// A study: one item at a time, without hints.

import type { App } from "../app.js";
import { type Child, count, h } from "../dom.js";
import type { Study } from "../study.js";
import { commandStage } from "./commands.js";
import { marking, pad } from "./play.js";
import { riddle } from "./riddles.js";
import { offer } from "./share.js";

export function study(app: App, study: Study): Child[] {
  const { plan } = study;
  if (!study.begun) {
    return [
      h("h2", {}, plan.title === "a study" ? "A study" : plan.title),
      h("p", {}, `You will see ${count(plan.items.length, "item")}, one after another, and answer each. Your answers and the time they take are kept in this browser only; at the end you get them as a file.`),
      study.earlier.length > 0 &&
        h("p", { class: "verdict", role: "status" }, `Of this study, ${count(study.earlier.length, "answer")} of ${plan.items.length} ${study.earlier.length === 1 ? "is" : "are"} here already. Whoever begins anew deletes ${study.earlier.length === 1 ? "it" : "them"}.`),
      h(
        "div",
        { class: "edits" },
        study.earlier.length > 0 && h("button", { type: "button", class: "main", "data-key": "go-on", onclick: () => void study.goOn() }, "Go on"),
        h("button", { type: "button", class: study.earlier.length > 0 ? "" : "main", "data-key": "begin", onclick: () => void study.begin() }, study.earlier.length > 0 ? "Begin anew" : "Begin"),
      ),
    ];
  }
  if (study.isOver) {
    const save = () => offer(new Blob([study.file], { type: "application/jsonl" }), "answers.jsonl");
    const seconds = study.replies.reduce((sum, { seconds }) => sum + seconds, 0);
    return [
      h("h2", {}, "That was all. Thank you."),
      h("p", {}, `${count(study.replies.length, "answer")} in ${Math.round(seconds)} seconds. Nothing was sent: save the file and hand it to whoever asked you.`),
      h("button", { type: "button", class: "main", "data-key": "save-study", onclick: save }, "Save my answers"),
      h("p", { class: "hint" }, "For those who asked: ", h("code", {}, "wampimuk score answers.jsonl"), " reads the file; each line also has the seconds, and of stories the lines that were marked. The answers stay in this browser until the study is begun anew."),
    ];
  }
  return [
    h("p", { class: "hint", role: "status" }, `Item ${study.at + 1} of ${plan.items.length}`),
    !study.isKept && h("p", { class: "problem" }, "This browser keeps nothing: whoever closes this page or loads it anew loses the answers."),
    ...item(app, study),
  ];
}

function item(app: App, study: Study): Child[] {
  const { item } = app;
  const done = (label: string) => h("button", { type: "button", class: "main", "data-key": "done", onclick: () => void study.answer() }, label);
  if (item?.kind === "command") {
    const { walked } = app.play;
    return [
      h("p", { class: "sentence plain" }, app.command.meaning?.text ?? ""),
      h(
        "div",
        { class: "asked" },
        h("div", {}, ...commandStage(app, item)),
        h(
          "div",
          {},
          h("p", {}, "Carry out the command: with the arrow keys, P, L and S, or with these buttons."),
          pad((action) => void app.play.act(action)),
          h("p", { class: "actions" }, walked.length > 0 ? walked.join(", ") : "Nothing done yet."),
          h(
            "div",
            { class: "edits" },
            h("button", { type: "button", "data-key": "back", disabled: walked.length === 0, onclick: () => void app.play.walk(walked.slice(0, -1)) }, "Take back"),
            done("I am done"),
          ),
        ),
      ),
    ];
  }
  if (item?.kind === "story") {
    const answer = (event: Event) => {
      event.preventDefault();
      void study.answer(((event.target as HTMLFormElement).elements.namedItem("answer") as HTMLInputElement).value);
    };
    return [
      ...marking(app),
      h(
        "form",
        { class: "asking", onsubmit: answer },
        h("label", { for: "answer" }, "Your answer; and mark the lines that show it"),
        h("input", { id: "answer", name: "answer", "data-key": "answer", "data-of": study.at, autocomplete: "off" }),
        h("button", { type: "submit", class: "main", "data-key": "done" }, "I am done"),
      ),
    ];
  }
  return item?.kind === "riddle" ? [...riddle(app, item), h("div", { class: "edits" }, done("I am done"))] : [];
}
