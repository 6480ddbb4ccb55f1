import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { utcDay } from "../../../lib/day.ts";
import { AppError } from "../../../lib/errors.ts";
import { kept, lineOf, strictly, userId } from "../../../lib/kinds.ts";
import { calledName, unquoted, compareNames } from "../../../lib/names.ts";
import { asSentences, foldName, nearest, oneLine } from "../../../lib/text.ts";
import { isSameItem } from "../../../platform/as-code/part.ts";
import { record } from "../../../platform/as-code/record.ts";
import { type Summary, shortHash } from "../../../platform/audit/log.ts";
import { between } from "../../../platform/audit/recorder.ts";
import { next, time, total } from "../../../platform/commands/found.ts";
import { notFound } from "../../../platform/commands/near.ts";
import { type Page, nextOf } from "../../../platform/commands/paging.ts";
import type { WorkspaceContext } from "../../../platform/context.ts";
import type { RedisClient } from "../../../platform/redis/connect.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { type Kept, type Records, records } from "../../../platform/redis/records.ts";
import { presetFieldsOf, readPresetFields } from "./fields.ts";
import * as texts from "./texts.ts";

const nameLength = 50;
const descriptionLength = 150;

// Control and direction characters: a name with them would rewrite the sentence around it.
const steering = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const showing = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A preset's name, put on one line: any visible characters, at most 50. */
const PresetName = z
  .string()
  .transform(oneLine)
  .pipe(
    z
      .string()
      .max(nameLength, texts.nameTooLong(nameLength))
      .refine((name) => showing.test(name), { error: texts.enterName, abort: true })
      .refine((name) => !steering.test(name), texts.invisible),
  );

/** A preset's purpose, on one line of at most 150 characters. */
const PresetDescription = z
  .string()
  .transform(oneLine)
  .pipe(z.string().max(descriptionLength, texts.descriptionTooLong(descriptionLength)));

const presetName = lineOf("the name of a preset", nameLength);

/** Some fields of a service request, saved under a name. */
export const Preset = z.object({
  name: kept(presetName),
  description: kept(lineOf("what it is for", descriptionLength)).optional(),
  /** By their names in the specification, without secrets; validated on use, because rules change. */
  fields: z.record(z.string(), z.unknown()),
  savedBy: kept(userId),
  /** The display name of `savedBy` at that time. */
  savedByName: z.string().optional(),
  savedAt: z.iso.datetime(),
});
export type Preset = z.infer<typeof Preset>;

/** A preset as the audit log keeps it. */
function presetSummary({ name, description, fields }: Preset): Summary {
  return { name, description, fields: Object.keys(fields), fieldsHash: shortHash(fields) };
}

/** By their folded names: those that differ in case and runs of spaces only are the same. */
const keptPresets: Kept<Preset> = {
  schema: Preset,
  key: keys.presets,
  field: foldName,
  // A Slack select shows 100 entries, and one of them undoes the choice.
  most: { count: 99, error: () => new AppError("user", texts.tooMany(99)) },
  unreadable: "hidden",
};

/** A workspace's presets. */
export interface Presets extends Records<Preset> {
  /** All presets, by name. */
  list(): Promise<Preset[]>;
  /** The preset of this name, or else the nearest name if there is one. */
  search(name: string): Promise<{ found: Preset } | { nearestName: string | undefined }>;
  /** The preset of this name. Fails as missing, with the near names. */
  find(name: string): Promise<Preset>;
}

/** The presets of one workspace in Redis. */
export function presets(redis: RedisClient, workspaceId: string): Presets {
  const kept = records(keptPresets, redis, workspaceId);
  const list = async () => [...(await kept.all()).values()].toSorted(byName);
  const names = async () => (await list()).map((preset) => preset.name);
  return {
    ...kept,
    list,
    async search(name) {
      const found = await kept.of(name);
      return found ? { found } : { nearestName: nearest(oneLine(name), await names()) };
    },
    async find(name) {
      const typed = unquoted(name);
      const found = await kept.of(typed);
      if (found) return found;
      throw notFound({
        typed,
        names: await names(),
        message: `I can't find a preset ${calledName(oneLine(typed))}.`,
        advice: "`/db create presets` lists them.",
      });
    },
  };
}

const { description } = Preset.shape;
const Fields = z.record(z.string(), z.json());

/** Presets, by their names. */
export const presetRecord = record({
  kept: keptPresets,
  records: "presets",
  actions: { set: "preset.save", remove: "preset.delete" },
  subject: (preset, typed) => preset?.name ?? typed,
  recorded: (before, after) => between(before && presetSummary(before), after && presetSummary(after)),
  name: "presets",
  noun: "preset",
  nouns: "presets",
  shownIn: { forms: ["save-preset"], lists: ["presets_list", "presets_show"] },
  item: strictly(z.object({ description, fields: Fields })),
  leftOut: {
    name: "it is the key",
    savedBy: "who saved it here",
    savedByName: "who saved it here",
    savedAt: "when it was saved here",
  },
  key: PresetName,
  keyOf: (_, preset) => preset.name,
  // An earlier version may have kept what a file may not have now.
  itemOf: (preset) => ({ description: preset.description, fields: Fields.parse(inOrder(preset.fields)) }),
  recordOf: (item, { key, by, at }) => ({ name: key, ...item, savedBy: by, savedAt: at }),
  // As a form would, because a form fills itself from it.
  async problem(_, { fields }, before) {
    if (before && isSameItem(before.fields, fields)) return undefined;
    const [problem] = readPresetFields(fields).problems;
    return problem && asSentences([`${problem.field}: ${problem.message}`]);
  },
});

function inOrder(fields: Preset["fields"]): Preset["fields"] {
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What saving a preset needs. */
interface SavingContext extends Pick<WorkspaceContext, "audit"> {
  presets: Pick<Presets, "change">;
}

/**
 * Saves a preset; saving the same again changes nothing. Fails as conflict if the name is taken, and as user if a text is
 * invalid or there are too many presets.
 */
export async function savePreset(given: Preset, context: SavingContext): Promise<void> {
  const preset = checked(given);
  const save = (taken: Preset | undefined) => {
    if (taken) refuseUnlessSame(taken, preset);
    return taken ?? preset;
  };
  await presetRecord.change(preset.name, save, context);
}

/** Deletes a preset and returns it. Fails as missing. */
export async function deletePreset(
  name: string,
  context: SavingContext & { presets: Pick<Presets, "find"> },
): Promise<Preset> {
  const found = await context.presets.find(name);
  return (await presetRecord.remove(found.name, context)) ?? found;
}

/** Compares presets in the order in which people see them. */
export function byName(a: Pick<Preset, "name">, b: Pick<Preset, "name">): number {
  return compareNames(a.name, b.name);
}

function checked({ description, ...preset }: Preset): Preset {
  const checkedTexts = z
    .object({ name: PresetName, description: PresetDescription.optional() })
    .safeParse({ name: preset.name, description });
  if (checkedTexts.success) return { ...preset, ...checkedTexts.data };
  throw new AppError("user", checkedTexts.error.issues[0]?.message ?? texts.enterName);
}

/** Accepts a second click on Save, and fails as conflict for any other preset. */
function refuseUnlessSame(taken: Preset, preset: Preset): void {
  const { savedAt: _before, ...kept } = taken;
  const { savedAt: _now, ...wanted } = preset;
  if (isDeepStrictEqual(kept, JSON.parse(JSON.stringify(wanted)))) return;
  throw new AppError("conflict", texts.taken(taken.name, utcDay(new Date(taken.savedAt))));
}

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
