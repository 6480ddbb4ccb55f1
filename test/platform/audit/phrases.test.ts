import { readFileSync } from "node:fs";
import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { product } from "../../../src/app/features.ts";
import {
  actionOfCommand,
  actionOfInteraction,
  formatThing,
  phraseOf,
} from "../../../src/platform/audit/phrases.ts";
import { isCall } from "../../../src/platform/commands/call.ts";

/** Actions that a command, a button, a schedule, a record or a line of source records. */
function actions(): string[] {
  const called = product.commands.flatMap(({ name, entries }) =>
    entries.filter(isCall).map(({ verb }) => actionOfCommand(name, verb)),
  );
  const pressed = product.interactions.flatMap(({ actionId }) =>
    typeof actionId === "string" ? [actionOfInteraction(actionId)] : [],
  );
  const scheduled = product.schedules.flatMap(({ kind }) => [`${kind}.set`, `${kind}.remove`]);
  const shown = product.windows.map(({ name }) => `${name}.show`);
  const written = globSync("src/**/*.ts").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(recorded)].flatMap(([, own, both = ""]) => [
      ...(own === undefined ? [] : [own]),
      ...[...both.matchAll(/"([a-z-]+\.[a-z-]+)"/g)].map(([, each = ""]) => each),
    ]),
  );
  const all = [...called, ...pressed, ...scheduled, ...shown, ...written, ...built];
  return [...new Set(all)].filter((each) => !/^(?:command|form|button)\./.test(each)).toSorted();
}

const recorded = /(?:action: |context, )"([a-z-]+\.[a-z-]+)"|actions: \{([^}]+)\}/g;
/** Actions with a verb from elsewhere. */
const built = [
  ..."ask approve deny expire void withdraw carry-out".split(" ").map((verb) => `approval.${verb}`),
  ..."create lose-sight start stop delete change".split(" ").map((verb) => `service.${verb}`),
  ...["dashboard", "alert"].flatMap((noun) =>
    ["create", "update", "delete"].map((verb) => `${noun}.${verb}`),
  ),
  ..."acknowledge release resolve reopen mute unmute snooze".split(" ").map((verb) => `alert.${verb}`),
  ..."acknowledge snooze mute".split(" ").map((verb) => `storm.${verb}`),
];

/** What the log says of an action that was done, and of one that was refused. */
function sentencesOf(action: string): string {
  const [kind = "", verb = ""] = action.split(".");
  const [base, past] = phraseOf(kind, verb);
  const said = (words: string) =>
    words.replace("{it}", formatThing(kind, verb, "X")).replace("{role}", "the viewer role");
  return `${action}\n  Ada ${said(past)}.\n  Ada wasn't allowed to ${said(base)}.`;
}

test("a person can read every sentence of the audit log in one file", async () => {
  await expect(`${actions().map(sentencesOf).join("\n")}\n`).toMatchFileSnapshot("phrases.txt");
});

test("each action that is recorded has a phrase", () => {
  expect(actions().filter((action) => sentencesOf(action).includes("use “"))).toEqual([]);
});

test("an action that isn't known is said by its word", () => {
  expect(phraseOf("hook", "frobnicate")).toEqual(["use “frobnicate” on {it}", "used “frobnicate” on {it}"]);
});
