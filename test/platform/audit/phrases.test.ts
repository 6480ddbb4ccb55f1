import { expect, test } from "vitest";
import { product } from "../../../src/app/features.ts";
import { phraseOf } from "../../../src/platform/audit/phrases.ts";

// Verbs with a regular past. Any other word of a command has a phrase of its own, or "heartbeated" would be one.
const regular =
  "access|acknowledge|add|apply|approve|change|export|import|map|rotate|ask|attach|copy|create|decide|delete|deny|disconnect|edit|end|mute|open|pause|price|propose|remove|rename|reread|reset|restore|resume|resolve|restart|revoke|save|schedule|share|snooze|start|stop|test|unmute|watch".split(
    "|",
  );

test("each action on a hook has a past that people say", () => {
  const hook = product.commands.find(({ name }) => name === "hook");
  const verbs = hook?.entries.map(({ name }) => name.replace(/^hooks_/, "").split("_")[0] ?? "") ?? [];
  const odd = [
    ...new Set([...verbs, "heartbeat", "maintenance", "handover", "rota", "replay", "try", "export"]),
  ]
    .filter((verb) => !regular.includes(verb))
    .map((verb) => [verb, phraseOf("hook", verb)[1]] as const)
    .filter(([verb, past]) => past.startsWith(verb) && /ed\b/.test(past.split(" ")[0] ?? ""))
    .map(([, past]) => past);
  expect(odd).toEqual([]);
});

test("the past of reopening an alert is a past", () => {
  expect(phraseOf("alert", "reopen")).toEqual(["open {it} again", "opened {it} again"]);
});
