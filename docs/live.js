// Pictures of items come to life when they are asked to: the playground takes their place. Only the site has this script.
"use strict";

(() => {
  const DARK = ["coal", "navy", "ayu"];
  const page = `${path_to_root}playground.html`;
  /** The picture that is alive. One is enough: each is a whole playground. */
  let alive;

  const button = (text, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  };

  for (const place of document.querySelectorAll(".live")) {
    const { item, call = "Take it apart" } = place.dataset;
    const picture = [...place.childNodes];
    const acts = document.createElement("div");
    acts.className = "acts";
    const alone = document.createElement("a");
    alone.href = `${page}#${item}`;
    alone.textContent = "in a window of its own";
    const stop = () => {
      place.classList.remove("on");
      place.replaceChildren(...picture, acts);
      toggle.textContent = call;
      alive = undefined;
    };
    const start = () => {
      alive?.();
      const dark = DARK.some((theme) => document.documentElement.classList.contains(theme));
      const frame = document.createElement("iframe");
      frame.title = "Playground";
      frame.src = `${page}?embed&scheme=${dark ? "dark" : "light"}#${item}`;
      place.classList.add("on");
      place.replaceChildren(frame, acts);
      toggle.textContent = "Back to the picture";
      alive = stop;
    };
    const toggle = button(call, () => (place.classList.contains("on") ? stop() : start()));
    acts.append(toggle, alone);
    place.append(acts);
  }

  // The page in a frame says how high it is. Nothing else that it says is listened to.
  addEventListener("message", ({ data, source }) => {
    const frame = document.querySelector(".live iframe");
    const height = data?.wampimukHeight;
    if (frame && source === frame.contentWindow && Number.isFinite(height)) frame.style.height = `${Math.min(Math.max(height, 300), 2400)}px`;
  });
})();
