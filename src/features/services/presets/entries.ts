import { z } from "zod";
import { entry } from "../../../platform/commands/entry.ts";
import { PresetData, PresetsData } from "./data.ts";
import { presetAsks } from "../asks.ts";

const preset = z.string().trim().min(1).max(50).describe("The preset's name");

/** What can be asked for about presets. */
export const entries = {
  list: entry({
    asks: presetAsks.list,
    name: "presets_list",
    title: "Presets",
    summary: "Lists the presets that a service can start from.",
    effect: "read",
    isTool: true,
    args: z.object({ after: preset.optional().describe("The last name of the page before") }),
    words: ({ after }) => ["create presets", after && `after ${after}`],
    result: PresetsData,
  }),
  show: entry({
    asks: presetAsks.show,
    name: "presets_show",
    title: "A preset",
    summary: "Shows what a preset sets.",
    effect: "read",
    args: z.object({ preset }),
    words: ({ preset }) => ["create presets show", preset],
    result: PresetData,
  }),
  delete: entry({
    asks: presetAsks.delete,
    name: "presets_delete",
    title: "Delete a preset",
    summary: "Deletes a preset, once that is confirmed. Services stay as they are.",
    effect: "destroy",
    args: z.object({ preset }),
    words: ({ preset }) => ["create presets delete", preset],
  }),
};
