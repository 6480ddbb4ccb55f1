import type { Slot } from "../../../platform/commands/entry.ts";
import { z } from "zod";
import { type ArgumentKind, argument, gap } from "../../../platform/commands/arguments/kind.ts";
import { nameKind, teamSlot } from "../../../platform/commands/arguments/kinds.ts";
import { teamOrHandle } from "../../../platform/commands/arguments.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { quoted } from "../../../platform/commands/entry.ts";
import { unconnectedReply } from "../../connections/index.ts";
import type { ServicesContext } from "../context.ts";
import type { Presets } from "../presets/presets.ts";
import { sizeInThing, wish, placeWords } from "../wish/places.ts";
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
  slot: teamSlot,
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
  provider: wish.provider.optional(),
  memory: wish.memory.optional(),
});

/** The name of a new service in a sentence. */
const nameSlot: Slot = {
  isOne: true,
  parts: [
    [
      /\b(?:called|named|name it|call it|call that|name of|under the name(?: of)?|with the name|as) "([^"]{1,50})"/i,
      "$1",
    ],
    [
      /\b(?:called|named|name it|call it|call that|under the name(?: of)?|with (?:the )?name) ((?!the\b|a\b)[a-z][\w.-]*(?: (?!~|(?:not|until|till?|every|but|and|as|at|based|because|by|for|from|if|in|like|now|of|off|on|or|out|please|pls|per|right|size|so|that|thanks|to|today|tomorrow|two|three|four|five|using|via|which|with)\b)[\w.-]+){0,4})/i,
      "$1",
    ],
    [
      /\b(?:create|provision|launch|(?:spin|stand|fire|bring|set) up) (?:for (?:me|us) )?((?!(?:\w+ly|ok|right|well|fine|for|an?|the|my|our|new|another|some|me|us|it|that|this|them|something|one|two|small|large|big|services?|databases?|dbs?)\b)[a-z][\w.-]*(?: (?!(?:not|from|with|w|using|like|based|in|on|off|out|per|to|via|at|by|of|for|and|please|pls|now|size)\b|(?:two|three|four|five|\d+) replicas?\b)[\w.-]+){0,3})(?=,| (?:not|from|with|w\/|using|like|based|in|on|off|out|per|to|via|at|by|of|for|and|please|pls|size)\b| (?:two|three|four|five|\d+) replicas?\b|[.!?]*$)/i,
      "$1",
    ],
    [
      /\b(?:create|provision|spin up|set up|make) ((?!\w+ly\b|ok\b|right\b|well\b|fine\b|an?\b|the\b|new\b|another\b|me\b|us\b|one\b|services?\b|databases?\b|dbs?\b|something\b|it\b)[a-z][\w.-]{0,49})(?= (?:from|with|using|like|based)\b| ?(?:please|for me|now)?[.!?]*$)/i,
      "$1",
    ],
    [
      /\b(?:an?|new|another|fresh|our) ((?:[a-z]\w*[-_])+\w+) (?:db|database|service|instance|cluster)\b/i,
      "$1",
    ],
    [
      /\bname ?(?::|=|is|should be|will be)? ?"?((?!(?:it|the|an?|i|we|you|they|to|not|is|will|of|for)\b)[a-z][\w.-]{0,49})/i,
      "$1",
    ],
    [
      /\b(?:database|db|service|instance) ((?!faster\b|slower\b|bigger\b|smaller\b|larger\b|cheaper\b|better\b|called\b|named\b|name\b|for\b|from\b|in\b|with\b|on\b|please\b|pls\b|to\b|that\b|which\b|is\b|as\b|like\b|would\b|and\b|of\b)[a-z][\w.-]{1,49})(?=,| (?:on|in|with|from|off|size|using|for)\b| \d+ ?(?:gb|gigs?|g|replicas?)\b| ?(?:please|pls)?[.!?]*$)/i,
      "$1",
    ],
    [
      /\b(?:new|an?|another) (?:database|db|service|instance) ((?!(?:called|named|name|for|from|off|in|with|on|please|pls|to|that|which|is|as|like|would|and|of|we|i|because|until|till?|by|at|size|using|instance|database|service|now|so)\b)[a-z][\w.-]*(?: (?!(?:called|named|name|for|from|off|in|with|on|please|pls|to|that|which|is|as|like|would|and|of|we|i|because|until|till?|by|at|size|using|instance|database|service|now|so)\b|\d+ ?(?:gb|gigs?|g|replicas?)\b)[\w.-]+){1,2})(?=,| \d+ ?(?:gb|gigs?|g|replicas?)\b| (?:on|in|with|from|off|size|using|for)\b|[.!?]*$)/i,
      "$1",
    ],
    [/(?:database|db|service|instance|cluster), ([a-z][\w.-]{1,49})\s*$/i, "$1"],
  ],
};

/** `/db create orders from small staging in ireland size=l team payments`. */
const createService = call({
  name: "services_create",
  title: "Create a service",
  summary: "Opens the form for a new database service, empty or from a preset.",
  effect: "change",
  opens: true,
  isTool: true,
  line: "create {name} from {preset} team {team} provider={provider} region={region} size={size} memory={memory} replicas={replicas}",
  args,
  asks: {
    creates: "service",
    means: [
      "create service",
      "create {name|preset|size|region|replicas|team}",
      "want service {size|region|name|replicas|preset|team}",
      "want {preset|size|region|name}",
      "want create service",
      "service {memory}",
      "{preset} {name}",
    ],
    around: "want list",
    words: placeWords,
    slots: { name: nameSlot },
    says: [
      "Create a service",
      " called {name}",
      " from the preset {preset}",
      " in {region}",
      " of size {size}",
      " with {replicas} replicas",
      " for the team {team}",
    ],
  },
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
    "/db create fraud scores provider=gcp memory=32",
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
