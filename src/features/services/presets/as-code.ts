import { z } from "zod";
import { strictly } from "../../../lib/kinds.ts";
import { asSentences } from "../../../lib/text.ts";
import { codePart, expectSame, isSameItem } from "../../../platform/as-code/part.ts";
import { changeBetween, removed } from "../../../platform/audit/recorder.ts";
import type { ServicesContext } from "../context.ts";
import { readPresetFields } from "./fields.ts";
import { Preset, PresetName, type Presets, maxPresets, presetSummary } from "./presets.ts";

const { description, fields: _fields } = Preset.shape;
const PresetItem = strictly(z.object({ description, fields: z.record(z.string(), z.json()) }));
const Fields = z.record(z.string(), z.json());
type PresetItem = z.output<typeof PresetItem>;

function itemOf(preset: Preset): PresetItem {
  // An earlier version may have kept what a file may not have now.
  return { description: preset.description, fields: Fields.parse(inOrder(preset.fields)) };
}

function inOrder(fields: Preset["fields"]): Preset["fields"] {
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Presets as code, by their names. */
export const presetsAsCode = codePart<ServicesContext, PresetItem>({
  name: "presets",
  noun: "preset",
  nouns: "presets",
  shownIn: { forms: ["save-preset"], lists: ["presets_list", "presets_show"] },
  item: PresetItem,
  record: Preset,
  leftOut: {
    name: "it is the key",
    savedBy: "who saved it here",
    savedByName: "who saved it here",
    savedAt: "when it was saved here",
  },
  most: maxPresets,
  // As a form would, because a form fills itself from it.
  async problem(_, { fields }, before) {
    if (before && isSameItem(before.fields, fields)) return undefined;
    const [problem] = readPresetFields(fields).problems;
    return problem && asSentences([`${problem.field}: ${problem.message}`]);
  },
  key: PresetName,
  read: async ({ presets }) => new Map((await presets.list()).map((preset) => [preset.name, itemOf(preset)])),
  async put(name, wanted, before, { presets, audit, now }, by) {
    const next = { name, ...wanted, savedBy: by, savedAt: now().toISOString() };
    let replaced: Preset | undefined;
    await audit.change(
      { action: "preset.save", subject: name },
      () =>
        presets.change(name, (present) => {
          expectSame(present && itemOf(present), before);
          replaced = present;
          return next;
        }),
      () => changeBetween(replaced ? presetSummary(replaced) : {}, presetSummary(next)),
    );
  },
  async remove(name, before, { presets, audit }) {
    const present = (await presets.list()).find((preset) => preset.name === name);
    expectSame(present && itemOf(present), before);
    await audit.change(
      { action: "preset.delete", subject: name },
      () => presets.delete(name),
      (gone) => removed(presetSummary(gone)),
    );
  },
  guards: {
    presets({ presets }, refusing) {
      const present = async (name: string) => {
        const found = await presets.search(name);
        return "found" in found ? found.found : undefined;
      };
      const guarded: Presets = {
        ...presets,
        async save(preset) {
          const there = await present(preset.name);
          (await refusing())(there?.name ?? preset.name, there && itemOf(there), itemOf(preset));
          await presets.save(preset);
        },
        async change(name, change) {
          const refuse = await refusing();
          return presets.change(name, (before) => {
            const next = change(before);
            refuse(before?.name ?? name, before && itemOf(before), next && itemOf(next));
            return next;
          });
        },
        async delete(name) {
          const there = await presets.find(name);
          (await refusing())(there.name, itemOf(there), undefined);
          return presets.delete(name);
        },
      };
      return guarded;
    },
  },
});
