import { describe, expect, it } from "vitest";
import { presetsReply } from "../../../../src/features/services/presets/command.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { type Preset, byName } from "../../../../src/features/services/presets/presets.ts";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { answers, runs } from "../../../support/pressed.ts";
import { rendered, renderedText } from "../../../platform/blocks/rendered.ts";

const small: Preset = {
  name: "small staging",
  description: "For tests that end the same day.",
  fields: {
    provider: "aws",
    region: "eu-west-1",
    numReplicas: 1,
    minReplicaMemoryGb: 8,
    maxReplicaMemoryGb: 16,
    idleScaling: true,
    idleTimeoutMinutes: 15,
  },
  savedBy: "U1",
  savedByName: "ada",
  savedAt: "2026-11-20T10:00:00.000Z",
};
const saved = "<!date^1795168800^{date_short_pretty} {time}|2026-11-20 10:00 UTC>";
const hint =
  "`/db create &lt;name&gt;` starts from one. `/db create presets show &lt;name&gt;` shows all of it.";

function answer(presets: readonly Preset[], wanted?: { page?: number; after?: string }) {
  const reply = presetsReply(presets.toSorted(byName), wanted);
  expect(validateMessage(reply)).toBeNull();
  return reply;
}

/** The action_id of every element of a message that runs a call. */
function commandsIn(presets: readonly Preset[], wanted?: { page?: number; after?: string }): string[] {
  const rows = answer(presets, wanted).blocks.flatMap((each) =>
    each.type === "actions" ? each.elements : [],
  );
  return rows.flatMap(({ action_id }) => action_id ?? []);
}

describe("the list of presets", () => {
  it("shows each one's purpose and settings, and who saved it when", () => {
    expect(answer([small, { ...small, name: "bare", description: undefined, fields: {} }]).text).toBe(
      [
        "*2 presets*, by name.",
        "*bare*",
        "No settings.",
        `Saved by <@U1>, ${saved}.`,
        "*small staging* For tests that end the same day.",
        "aws · eu-west-1 · 1 replica · 8 to 16 GB each · 2 more settings",
        `Saved by <@U1>, ${saved}.`,
        hint,
      ].join("\n"),
    );
  });

  it.each([
    [{ region: "eu-west-1" }, "eu-west-1"],
    [{ minReplicaMemoryGb: 8 }, "1 setting"],
    [{ provider: "gcp", maxReplicaMemoryGb: 16 }, "gcp · 1 more setting"],
    [{ idleScaling: false, releaseChannel: "fast" }, "2 settings"],
  ])("summarizes %j", (fields, words) => {
    expect(answer([{ ...small, fields }]).text.split("\n")[2]).toBe(words);
  });

  it("shows the same in its blocks", () => {
    const { text, blocks } = answer([small]);
    expect(blocks.map(({ type }) => type)).toEqual(["section", "section", "actions", "context"]);
    const shown = renderedText(blocks);
    for (const line of text.split("\n").filter((one) => !/[<&]/.test(one))) {
      expect(shown).toContain(line.replaceAll("*", ""));
    }
  });

  it("offers to create from each, to show it, and to delete it after a question that names it", () => {
    expect(commandsIn([small])).toEqual([
      runs("services_create", { preset: small.name }),
      runs("presets_show", { preset: small.name }),
      answers("presets_delete", { preset: small.name }),
    ]);
    const [, , row] = answer([small]).blocks;
    expect(row?.type === "actions" ? row.elements[2] : undefined).toEqual({
      type: "button",
      text: { type: "plain_text", text: "Delete" },
      action_id: answers("presets_delete", { preset: small.name }),
      value: '{"call":"presets_delete","args":{"preset":"small staging"},"yes":true}',
      style: "danger",
      confirm: {
        title: { type: "plain_text", text: "Delete this preset?" },
        text: {
          type: "plain_text",
          text: "This deletes “small staging” for everyone in the workspace. Services created from it stay as they are.",
        },
        confirm: { type: "plain_text", text: "Delete" },
        deny: { type: "plain_text", text: "Keep it" },
        style: "danger",
      },
    });
  });

  it("warns of a preset that no longer validates, with the field and its rule", () => {
    const fields = { ...small.fields, minReplicaMemoryGb: 9, idleTimeoutMinutes: 1, oldField: true };
    expect(
      answer([{ ...small, fields }])
        .text.split("\n")
        .slice(2, 4),
    ).toEqual([
      "aws · eu-west-1 · 1 replica · 2 more settings",
      ':warning: Not allowed anymore: "oldField" isn\'t a field of a service request. And 2 more problems.',
    ]);
    expect(answer([{ ...small, fields: { numReplicas: 21 } }]).text).toContain(
      ":warning: Not allowed anymore: Number of replicas must be a whole number between 1 and 20.\n",
    );
  });

  it("says how to make one when there are none", () => {
    expect(answer([]).text).toBe(
      "No presets yet. To make one, open the form with `/db create`, click “More options”, and click “Save as preset” on the last step.",
    );
  });

  it("leaves out who saved a preset when that is unknown", () => {
    expect(answer([{ ...small, savedBy: "" }]).text).toContain(`\nSaved, ${saved}.\n`);
  });
});

describe("many presets", () => {
  const many = Array.from({ length: 99 }, (_, index) => ({ ...small, name: `preset ${index + 1}` }));

  it("are shown ten at a time, with a button for the next page", () => {
    const { text } = answer(many);
    expect(text.split("\n")[0]).toBe("*Presets 1 to 10 of 99*, by name.");
    expect(text).toContain("\n`/db create presets page 2` shows more.\n");
    expect(commandsIn(many)).toContain(runs("presets_list", { page: 2 }));
    expect(answer(many, { page: 2 }).text.split("\n")[0]).toBe("*Presets 11 to 20 of 99*, by name.");
    expect(answer(many, { after: "preset 10" }).text).toBe(answer(many, { page: 2 }).text);
  });

  it("are each on one page, whatever they hold", () => {
    const long = many.map((preset, index) => ({
      ...preset,
      name: `${index} ${"&".repeat(47)}`,
      description: "&".repeat(150),
      savedByName: "&".repeat(60),
      fields: { ...preset.fields, region: "&".repeat(200), numReplicas: 99 },
    }));
    const seen: string[] = [];
    let page: number | undefined = 1;
    do {
      const commands = commandsIn(long, { page });
      const given = (call: string, args: RegExp) =>
        commands.flatMap((one) => (one.includes(`"${call}"`) ? (args.exec(one)?.[1] ?? []) : []));
      seen.push(...given("services_create", /"preset":"([^"]+)"/));
      const [next] = given("presets_list", /"page":(\d+)/);
      expect(answer(long, { page }).blocks.at(-1)?.type).toBe("context");
      page = next === undefined ? undefined : Number(next);
    } while (page !== undefined);
    expect(seen).toEqual(long.map(({ name }) => name).toSorted((a, b) => byName({ name: a }, { name: b })));
  });

  it("continue after a name that was deleted since", () => {
    const without = many.filter(({ name }) => name !== "preset 10");
    expect(answer(without, { after: "preset 10" }).text).toContain("*preset 11*");
    expect(answer(without, { after: "preset 10" }).text).not.toContain("*preset 1*\n");
  });

  it("end with their last page, whatever is behind it", () => {
    const last = answer(many, { page: 10 }).text;
    expect([answer(many, { page: 11 }).text, answer(many, { after: "zzz" }).text]).toEqual([last, last]);
  });
});

describe.each(hostileNames.filter((name) => name.trim() !== ""))("with %j in all of it", (text) => {
  it("the list escapes it", () => {
    const hostile = {
      ...small,
      name: text,
      description: text,
      savedBy: text,
      fields: { [text]: text, region: text },
    };
    for (const { blocks, text: said } of [
      answer([hostile]),
      answer([{ ...small, savedBy: "" }], { after: text }),
    ]) {
      expect(rendered(blocks).replaceAll(/<span class="slack_date.*?<\/span>/g, "")).not.toMatch(
        /slack_(?:broadcast|user|channel)|<a |slack_code(?!_inline)/,
      );
      expect(said.replaceAll(saved, "")).not.toMatch(/[<>]|```/);
    }
  });
});
