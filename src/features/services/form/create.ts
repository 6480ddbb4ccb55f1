import { z } from "zod";
import { type ArgumentKind, argument, gap } from "../../../platform/commands/arguments/kind.ts";
import { nameKind } from "../../../platform/commands/arguments/kinds.ts";
import { teamOrHandle } from "../../../platform/commands/arguments.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { quoted } from "../../../platform/commands/entry.ts";
import { unconnectedReply } from "../../connections/index.ts";
import { createAsks } from "../asks.ts";
import type { ServicesContext } from "../context.ts";
import type { Presets } from "../presets/presets.ts";
import { sizeInThing, wish } from "../wish/places.ts";
import type { Given } from "./begin.ts";
import { createServiceForm } from "./form.ts";
import { nearPreset } from "./steps/texts.ts";
import * as texts from "./texts.ts";

// The limit of a service's name (spec/api.md, "Service") and of a preset's.
const longestName = 50;
const named = z.string().trim().min(1).max(longestName, texts.nameTooLong(longestName));

/** A preset behind a name: "orders from small staging". Alone, it is in quotes. */
const presetKind: ArgumentKind = {
  slot: "preset",
  takes: "text",
  take: (words) => lastPart(/^(.+) from (.+)$/i.exec(words)),
  write: (name) => quoted(String(name)) ?? "",
};

const teamKind: ArgumentKind = {
  slot: { isOne: true, parts: [[/\bteam "?((?!of\b|is\b|that\b)\w[\w.-]{0,49})"?/i, "$1"]] },
  usage: ["<name>", "@group"],
  takes: "text",
  take: (words) => lastPart(/^(?:(.+?)\s+)?team\s+(\S.*)$/i.exec(words)),
  write: (name) => quoted(String(name)) ?? "",
};

/** The second group of what was found, and the first as what is left. */
function lastPart(found: RegExpExecArray | null): { value: string; rest: string } | undefined {
  const [, rest = "", value] = found ?? [];
  return value === undefined || value.includes(gap) ? undefined : { value, rest };
}

const args = z.object({
  name: argument({ ...nameKind("preset"), usage: ["<name or preset>"] }, named)
    .optional()
    .describe("The new service's name. Without a preset also a preset's name"),
  preset: argument(presetKind, named).optional().describe("The preset to start from"),
  team: argument(
    teamKind,
    teamOrHandle.describe("The team that it will belong to: a name, or a user group's handle with @"),
  ).optional(),
  size: wish.size.optional(),
  replicas: wish.replicas.optional(),
  region: wish.region.optional(),
});

/** `/db create orders from small staging in ireland size=l team payments`. */
const createService = call({
  name: "services_create",
  title: "Create a service",
  summary: "Opens the form for a new database service, empty or from a preset.",
  effect: "change",
  opens: true,
  isTool: true,
  line: "create {name} from {preset} team {team} region={region} size={size} replicas={replicas}",
  args,
  asks: createAsks,
  async run(wanted, context: ServicesContext) {
    const first = await unconnectedReply(context);
    return first ?? { opens: createServiceForm, given: await givenBy(wanted, context) };
  },
});

/** `/db create [preset or name]`: opens the form. */
export const create = commandOf({
  name: "create",
  group: {
    line: "Create database services, and see yours.",
    buttons: [
      ["Create a service", { call: "services_create" }],
      ["Services", { call: "services_list" }],
    ],
  },
  summary: texts.createSummary,
  examples: [
    "/db create",
    "/db create small staging",
    "/db create orders from small staging team payments",
    "/db create reports in ireland size=l replicas=2",
  ],
  details: texts.createDetails,
  calls: [createService],
});

async function givenBy(
  { name, preset, ...others }: z.output<typeof args>,
  { presets }: ServicesContext,
): Promise<z.input<typeof Given>> {
  return { ...others, ...(await namedBy(name, preset, presets)) };
}

/**
 * A name may be a preset's, or only say a size. It is a service's together with a preset's, and also without any preset
 * near it. If one is near, a note says so.
 */
async function namedBy(
  name: string | undefined,
  preset: string | undefined,
  presets: Presets,
): Promise<Pick<Given, "name" | "preset" | "size" | "note">> {
  const words = [name, preset].filter((each) => each !== undefined).join(" from ");
  if (words === "") return {};
  const whole = await presets.search(words);
  if ("found" in whole) return { preset: whole.found.name };
  const size = sizeInThing(words);
  if (size !== undefined) return { size };
  const from = name === undefined || preset === undefined ? whole : await presets.search(preset);
  if ("found" in from) return { ...(name !== undefined && { name }), preset: from.found.name };
  if (from.nearestName === undefined) return { name: words };
  return { name: name ?? words, note: nearPreset(preset ?? words, from.nearestName) };
}
