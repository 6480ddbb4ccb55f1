import { expect, test } from "vitest";
import { product } from "../../src/app/features.ts";
import { foldName } from "../../src/lib/text.ts";
import { meaningOf } from "./meaning.ts";
import { type Meant, heldOut, meantIn, tuned, workspace } from "./sentences.ts";

const sentences = meantIn(tuned);
const others = meantIn(heldOut);
const all = [...sentences, ...others];

const linesOf = (meant: readonly Meant[]) => meant.flatMap(({ means }) => means);

const nameIn = (line: string) => {
  const reading = product.readCommand(line);
  return "reply" in reading ? "help" : reading.name;
};

test("there are at least 300 sentences and 60 out of scope, and 60 and 19 that nothing is tuned to", () => {
  expect(sentences.length).toBeGreaterThanOrEqual(300);
  expect(tuned.outOfScope.length).toBeGreaterThanOrEqual(60);
  expect([others.length, heldOut.outOfScope.length]).toEqual([60, 19]);
});

test("no sentence is there twice", () => {
  const said = [...all.map(({ say }) => say), ...tuned.outOfScope, ...heldOut.outOfScope];
  const folded = said.map((each) => foldName(each.replaceAll(/[?!.,]/g, "")) || each);
  expect(folded.filter((each, index) => folded.indexOf(each) !== index)).toEqual([]);
});

test("every line is a command without a guess, in the words that help has for it", () => {
  for (const line of linesOf(all)) {
    const reading = product.readCommand(line);
    const read = "reply" in reading ? line : reading.line;
    expect.soft(read, line).toBe(line);
    expect.soft(() => meaningOf(line), line).not.toThrow();
  }
});

test("a line changes no more than its sentence says", () => {
  const wrong = all.flatMap(({ means, effect }) =>
    means.filter((line) => {
      const reading = product.readCommand(line);
      return ("reply" in reading ? "read" : reading.entry.effect) !== effect;
    }),
  );
  expect(wrong).toEqual([]);
});

test("every command is meant by at least two sentences, and all parts of those with many by one", () => {
  const names = sentences.map(({ means: [line = ""] }) => nameIn(line));
  const commands = [...product.commands.map(({ name }) => name), "help"];
  expect(commands.filter((name) => names.filter((each) => each === name).length < 2)).toEqual([]);

  const lines = linesOf(sentences);
  const unsaid = Object.entries(parts).flatMap(([path, words]) =>
    words
      .split(" ")
      .map((word) => `${path} ${word}`)
      .filter((start) => !lines.some((line) => line.startsWith(start))),
  );
  expect(unsaid).toEqual([]);
});

const parts = {
  "create presets": "show delete",
  services: "show add forget",
  backups: "details restore watch",
  costs: "schedule reread",
  "costs schedule": "list stop",
  "costs budget": "set remove",
  alerts: "show create edit duplicate delete test posts-to trace undelivered",
  "alerts hooks":
    "create show test rotate pause resume delete map fallback escalate broadcast observe mutes unmute rules try replay export import",
  dashboards: "find show create edit duplicate delete add-tile sources",
  "admin access": "grant revoke limit",
  "admin approvals": "set off workflow",
  "admin audit": "export mirror",
  "admin tokens": "create revoke",
  "admin connections": "default rename rotate remove",
};

test("names are those of the workspace", () => {
  const known = new Set([...workspace.services, ...workspace.connections]);
  const namesAfter =
    /^(?:alerts create|backups restore|dashboards create|services show) (\D.*?)(?: [\da-f-]{36})?$/;
  const unknown = linesOf(all).filter((line) => {
    const [, name] = namesAfter.exec(line) ?? [];
    return name !== undefined && !known.has(name);
  });
  expect(unknown).toEqual([]);
});

test("lines that ask for the same in other words mean the same", () => {
  expect(meaningOf('costs last week by service "orders prod"')).toBe(
    meaningOf("costs orders prod 16-22 nov"),
  );
  expect(meaningOf("alerts list billing")).toBe(meaningOf("alerts rules billing"));
  expect(meaningOf("alerts list")).not.toBe(meaningOf("alerts"));
  expect(meaningOf("costs budget list")).toBe(meaningOf("budget"));
  expect(meaningOf('hook rules "night watch" list')).toBe(meaningOf("alerts hooks rules night watch"));
  expect(meaningOf("costs last week orders prod")).not.toBe(meaningOf("costs last week by day orders prod"));
});
