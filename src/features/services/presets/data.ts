import { z } from "zod";
import { next, time, total } from "../../../platform/commands/found.ts";
import { type Page, nextOf } from "../../../platform/commands/paging.ts";
import { presetFieldsOf, readPresetFields } from "./fields.ts";
import type { Preset } from "./presets.ts";

// Presets as data for programs.

/** The answer of `/db create presets show`. */
export const PresetData = z.object({
  name: z.string(),
  description: z.string().optional().describe("What it is for, as a person wrote it"),
  settings: z
    .record(z.string(), z.unknown())
    .describe("What it sets, by the field's name in the cloud's API, such as minReplicaMemoryGb"),
  problems: z
    .array(
      z.object({
        field: z.string().describe("The setting that it is about"),
        message: z.string().describe("The rule that it breaks"),
      }),
    )
    .describe("Settings that the cloud no longer allows. The form asks for them"),
  savedBy: z.string().describe("The Slack id of the person who saved it"),
  savedAt: time.describe("When it was saved"),
});

/** The answer of `/db create presets`. */
export const PresetsData = z.object({
  presets: z.array(PresetData).describe("A page of the presets by name"),
  total,
  next,
});

/** Everything that a preset holds. */
export function presetData({
  name,
  description,
  fields,
  savedBy,
  savedAt,
}: Preset): z.output<typeof PresetData> {
  const { problems } = readPresetFields(fields);
  return {
    name,
    description,
    settings: presetFieldsOf(fields),
    problems: problems.map(({ field, message }) => ({ field, message })),
    savedBy,
    savedAt,
  };
}

/** A page of presets. */
export function presetsData(page: Page<Preset>): z.output<typeof PresetsData> {
  return { presets: page.items.map(presetData), total: page.total, next: nextOf(page) };
}
