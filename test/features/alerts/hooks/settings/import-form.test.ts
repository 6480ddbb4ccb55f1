import { beforeEach, expect, test } from "vitest";
import { importForm as words } from "../../../../../src/features/alerts/hooks/settings/texts.ts";
import type { AppContext } from "../../../../../src/app/context.ts";
import { drawForm } from "../../../../../src/platform/forms/draw.ts";
import type { FormValues } from "../../../../../src/platform/forms/form.ts";
import type { Draft } from "../../../../../src/platform/forms/drafts.ts";
import { newDraft } from "../../../../../src/platform/forms/save.ts";
import { createStore } from "../../../../../src/app/store.ts";
import { useRedis } from "../../../../support/redis.ts";
import { hookWith } from "../../routing/given.ts";
import { importForm } from "../../../../../src/features/alerts/hooks/settings/import-form.ts";
import { managedPlaces } from "../../../../../src/platform/as-code/managed.ts";
import { partsOf, lineInParts } from "../../../../../src/platform/forms/long-text.ts";

const redis = useRedis();
const ada = { workspaceId: "T1", userId: "U1", channelId: "C1" };

function contextHere(): AppContext {
  const parts = {
    ...createStore(redis.client).workspace("T1"),
    newId: () => "F1",
    now: () => new Date(),
    managedPlaces: managedPlaces([], { find: async () => undefined }),
  };
  // Holds all that the form uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as unknown as AppContext;
}

async function open(): Promise<Draft> {
  return newDraft(importForm, { hookId: "T1-a" }, ada, contextHere());
}

async function submit(draft: Draft, values: FormValues = {}) {
  const submitted = { ...draft, values: { ...draft.values, ...values }, viewId: "V1", userName: "ada" };
  return importForm.accept(submitted, contextHere());
}

/** The labels of the shown inputs. */
function inputs(draft: Draft, values: FormValues = {}): string[] {
  return drawForm(importForm, { ...draft, values: { ...draft.values, ...values } }).blocks.flatMap((block) =>
    block.type === "input" && "label" in block ? [block.label.text] : [],
  );
}

const kept = async () => contextHere().hooks.find("T1-a");

beforeEach(async () => {
  await contextHere().hooks.add(hookWith([{ title: "payments", mute: true }]));
});

test("the form starts with the hook's settings, and an import replaces them", async () => {
  const draft = await open();
  expect(draft.values).toEqual({
    part1: "channel: C1\nbroadcasts: false\nrules:\n  - title: payments\n    mute: true",
  });
  expect(inputs(draft)).toEqual(["YAML"]);
  const accepted = await submit(draft, {
    part1: "channel: C2\nrules:\n  - group: eu",
    part2: "    channel: C3\n",
  });
  expect(JSON.stringify(accepted)).toContain("*checkout* now posts in <#C2> and has 1 rule.");
  expect(await kept()).toMatchObject({ channelId: "C2", rules: [{ group: "eu", channelId: "C3" }] });
});

test("a repeated submission is not a conflict", async () => {
  const draft = await open();
  await submit(draft, { part1: "channel: C2" });
  expect(await submit(draft, { part1: "channel: C2" })).toHaveProperty("view");
});

test("a change by another person meanwhile is not overwritten", async () => {
  const draft = await open();
  await contextHere().hooks.change("T1-a", (hook) => ({ ...hook, broadcasts: true }));
  expect(await submit(draft, { part1: "channel: C2" })).toEqual({
    problems: [{ field: "part1", message: words.conflict }],
  });
  expect(await kept()).toMatchObject({ channelId: "C1", broadcasts: true });
});

test("a problem names its input and its line", async () => {
  const draft = await open();
  const rest = "    mut: true\n".repeat(1) + "  - titel: b\n".repeat(6);
  expect(await submit(draft, { part1: "channel: C2\nrules:\n  - title: a", part2: rest })).toEqual({
    problems: [
      { field: "part2", message: "Line 1: `mut` isn't a setting here. Did you mean `mute`?" },
      ...[2, 3, 4, 5].map((line) => ({
        field: "part2",
        message: `Line ${line}: \`titel\` isn't a setting here. Did you mean \`title\`?`,
      })),
      { field: "part1", message: "And 2 more problems." },
    ],
  });
  expect(importForm.problems({ values: {}, facts: draft.facts })).toEqual([
    { field: "part1", message: words.empty },
  ]);
});

test("another input shows if one is nearly full, and stays while it has text", async () => {
  const draft = await open();
  expect(inputs(draft, { part1: "a".repeat(2_700) })).toEqual(["YAML"]);
  expect(inputs(draft, { part1: "a".repeat(2_701) })).toEqual(["YAML", "YAML, part 2"]);
  expect(inputs(draft, { part1: "a", part2: "b" })).toEqual(["YAML", "YAML, part 2"]);
});

test("long settings are split over inputs between their lines", async () => {
  const rules = Array.from({ length: 50 }, (_, n) => ({
    title: `payments ${n}`.padEnd(120, "x"),
    channelId: "C2",
  }));
  await contextHere().hooks.change("T1-a", (hook) => ({ ...hook, rules }));
  const draft = await open();
  expect(inputs(draft)).toEqual(["YAML", "YAML, part 2", "YAML, part 3"]);
  expect(await submit(draft)).toHaveProperty("view");
  expect((await kept())?.rules).toEqual(rules);
});

test("the parts of a text join to the same text, and each of its lines is found in them", () => {
  const lines = Array.from({ length: 300 }, (_, n) => `line ${n + 1} ${"x".repeat(n % 60)}`);
  const parts = partsOf(lines.join("\n"), 8) ?? [];
  expect(parts.length).toBeGreaterThan(2);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(3_000);
  expect(parts.join("\n")).toBe(lines.join("\n"));
  for (const [index, line] of lines.entries()) {
    const found = lineInParts(index + 1, parts);
    expect(parts[found.part - 1]?.split("\n")[found.line - 1]).toBe(line);
  }
  expect(partsOf("x".repeat(3_001), 8)).toBeUndefined();
  const lines8 = Array.from({ length: 8 }, () => "x".repeat(2_700));
  expect(partsOf(lines8.join("\n"), 8)).toEqual(lines8);
  expect(partsOf([...lines8, "x"].join("\n"), 8)).toBeUndefined();
});
