import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { utcDay } from "../../../lib/day.ts";
import { kept, lineOf, userId } from "../../../lib/kinds.ts";
import { calledName, unquoted } from "../../../lib/names.ts";
import { foldName, nearest, oneLine } from "../../../lib/text.ts";
import { type Summary, shortHash } from "../../../platform/audit/log.ts";
import { notFound } from "../../../platform/commands/near.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { changeField } from "../../../platform/redis/change-field.ts";
import { readRecord, readableRecords } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import * as texts from "./texts.ts";

const nameLength = 50;
const descriptionLength = 150;

// Control and direction characters: a name with them would rewrite the sentence around it.
const steering = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const showing = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A preset's name, put on one line: any visible characters, at most 50. */
export const PresetName = z
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
export function presetSummary({ name, description, fields }: Preset): Summary {
  return { name, description, fields: Object.keys(fields), fieldsHash: shortHash(fields) };
}

/** The most presets of one workspace: a Slack select shows 100 entries, and one of them undoes the choice. */
export const maxPresets = 99;

/**
 * The presets of one workspace in Redis: a hash from folded name to record. Names that differ in case and runs of spaces
 * only are the same.
 */
export function presets(redis: RedisClient, workspaceId: string) {
  const key = keys.presets(workspaceId);

  /** All presets, by name. */
  async function list(): Promise<Preset[]> {
    const stored = await reachingRedis(() => redis.hvals(key));
    return readableRecords(Preset, stored).toSorted(byName);
  }

  async function read(name: string): Promise<Preset | undefined> {
    const stored = await reachingRedis(() => redis.hget(key, foldName(name)));
    return stored === null ? undefined : readRecord(Preset, stored, key);
  }

  /** The preset of this name, or else the nearest name if there is one. */
  async function search(name: string): Promise<{ found: Preset } | { nearestName: string | undefined }> {
    const found = await read(name);
    if (found) return { found };
    const names = (await list()).map((preset) => preset.name);
    return { nearestName: nearest(oneLine(name), names) };
  }

  /** The preset of this name. Fails as missing, with the near names. */
  async function find(name: string): Promise<Preset> {
    const typed = unquoted(name);
    const found = await read(typed);
    if (found) return found;
    throw notFound({
      typed,
      names: (await list()).map((preset) => preset.name),
      message: `I can't find a preset ${calledName(oneLine(typed))}.`,
      advice: "`/db create presets` lists them.",
    });
  }

  return {
    list,
    search,
    find,
    /**
     * Saves a preset; saving the same again changes nothing. Fails as conflict if the name is taken, and as user if a
     * text is invalid or there are too many presets.
     */
    async save(given: Preset): Promise<void> {
      const preset = checked(given);
      const taken = await read(preset.name);
      if (taken) return refuseUnlessSame(taken, preset);
      if ((await reachingRedis(() => redis.hlen(key))) >= maxPresets) throw tooMany();
      const isNew = await reachingRedis(() =>
        redis.hsetnx(key, foldName(preset.name), JSON.stringify(preset)),
      );
      // Another save of this name was faster.
      if (!isNew) refuseUnlessSame(await find(preset.name), preset);
    },
    /** Changes a preset as it is at that moment, and returns the result. `change` may run several times. */
    change: (
      name: string,
      change: (present: Preset | undefined) => Preset | undefined,
    ): Promise<Preset | undefined> =>
      reachingRedis(() =>
        changeField(
          redis,
          { key, field: foldName(name), read: (stored) => readRecord(Preset, stored, key) },
          change,
        ),
      ),
    /** Deletes a preset and returns it. Fails as missing. */
    async delete(name: string): Promise<Preset> {
      const preset = await find(name);
      await reachingRedis(() => redis.hdel(key, foldName(preset.name)));
      return preset;
    },
  };
}

/** A workspace's presets. */
export type Presets = ReturnType<typeof presets>;

/** Compares presets in the order in which people see them. */
export function byName(a: Pick<Preset, "name">, b: Pick<Preset, "name">): number {
  return a.name.localeCompare(b.name, "en", { numeric: true });
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

function tooMany(): AppError {
  return new AppError("user", texts.tooMany(maxPresets));
}
