import { isDeepStrictEqual } from "node:util";
import type { Redis } from "ioredis";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { utcDay } from "../../../lib/day.ts";
import { foldName, nearest, oneLine, truncate } from "../../../lib/text.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";

const nameLength = 50;
const descriptionLength = 150;

// What steers a display instead of showing: a name with it would rewrite the sentence it stands in.
const steering = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const showing = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A preset's name as a person types it, put on one line: anything that shows, at most 50 characters. */
const PresetName = z
  .string()
  .transform(oneLine)
  .pipe(
    z
      .string()
      .max(nameLength, `A preset's name has at most ${nameLength} characters.`)
      .refine((name) => showing.test(name), { error: "A preset needs a name.", abort: true })
      .refine((name) => !steering.test(name), "A preset's name holds only characters that show."),
  );

/** What a preset is for, on one line of at most 150 characters. */
const PresetDescription = z
  .string()
  .transform(oneLine)
  .pipe(z.string().max(descriptionLength, `A description has at most ${descriptionLength} characters.`));

/** What a workspace often creates: some fields of a service request, under a name. */
export const Preset = z.object({
  name: z.string(),
  description: z.string().optional(),
  /** By their names in the specification, without secrets; checked where they are used, since rules change. */
  fields: z.record(z.string(), z.unknown()),
  savedBy: z.string(),
  /** The name that person went by. */
  savedByName: z.string().optional(),
  savedAt: z.iso.datetime(),
});
export type Preset = z.infer<typeof Preset>;

// A Slack select shows 100 entries, and one of them takes the choice back.
const maxPresets = 99;

/** One workspace's presets; names are told apart without case and runs of spaces. */
export interface Presets {
  /** In the order of their names. */
  list(): Promise<Preset[]>;
  /** The preset of this name, or else the name that comes nearest, if one does. */
  search(name: string): Promise<{ found: Preset } | { nearestName: string | undefined }>;
  /** Fails as missing, with the nearest name. */
  find(name: string): Promise<Preset>;
  /**
   * Fails as conflict where the name is taken, and as user where it is no name or there are too many; saving the same
   * again changes nothing.
   */
  save(preset: Preset): Promise<void>;
  /** Fails as missing; answers what was deleted. */
  delete(name: string): Promise<Preset>;
}

/** The presets of one workspace in Redis: a hash from folded name to record. */
export function presets(redis: Redis, workspaceId: string): Presets {
  const key = keys.presets(workspaceId);

  async function list(): Promise<Preset[]> {
    const stored = await reachingRedis(() => redis.hvals(key));
    return stored.map((record) => readRecord(Preset, record, key)).toSorted(byName);
  }

  async function read(name: string): Promise<Preset | undefined> {
    const stored = await reachingRedis(() => redis.hget(key, foldName(name)));
    return stored === null ? undefined : readRecord(Preset, stored, key);
  }

  async function search(name: string): Promise<{ found: Preset } | { nearestName: string | undefined }> {
    const found = await read(name);
    if (found) return { found };
    const names = (await list()).map((preset) => preset.name);
    return { nearestName: nearest(oneLine(name), names) };
  }

  async function find(name: string): Promise<Preset> {
    const finding = await search(name);
    if ("found" in finding) return finding.found;
    throw unknownPreset(name, finding.nearestName);
  }

  return {
    list,
    search,
    find,
    async save(given) {
      const preset = checked(given);
      const taken = await read(preset.name);
      if (taken) return refuseUnlessSame(taken, preset);
      if ((await reachingRedis(() => redis.hlen(key))) >= maxPresets) throw tooMany();
      const isNew = await reachingRedis(() =>
        redis.hsetnx(key, foldName(preset.name), JSON.stringify(preset)),
      );
      // Somebody was faster by a moment.
      if (!isNew) refuseUnlessSame(await find(preset.name), preset);
    },
    async delete(name) {
      const preset = await find(name);
      await reachingRedis(() => redis.hdel(key, foldName(preset.name)));
      return preset;
    },
  };
}

/** Puts presets in the order in which people are shown them. */
export function byName(a: Pick<Preset, "name">, b: Pick<Preset, "name">): number {
  return a.name.localeCompare(b.name, "en", { numeric: true });
}

function checked({ description, ...preset }: Preset): Preset {
  const texts = z
    .object({ name: PresetName, description: PresetDescription.optional() })
    .safeParse({ name: preset.name, description });
  if (texts.success) return { ...preset, ...texts.data };
  throw new AppError("user", texts.error.issues[0]?.message ?? "A preset needs a name.");
}

/** A second click on Save is no conflict. */
function refuseUnlessSame(taken: Preset, preset: Preset): void {
  const { savedAt: _before, ...kept } = taken;
  const { savedAt: _now, ...wanted } = preset;
  if (isDeepStrictEqual(kept, JSON.parse(JSON.stringify(wanted)))) return;
  const by = taken.savedByName === undefined ? "" : ` by ${taken.savedByName}`;
  throw new AppError(
    "conflict",
    `There is a preset “${taken.name}” already, saved${by} on ${utcDay(new Date(taken.savedAt))}. Choose another name, or delete that one first: /db presets delete ${taken.name}`,
  );
}

function tooMany(): AppError {
  return new AppError(
    "user",
    `A workspace keeps at most ${maxPresets} presets. Delete one first: /db presets lists them.`,
  );
}

function unknownPreset(wanted: string, nearestName: string | undefined): AppError {
  const hint = nearestName === undefined ? "" : ` Did you mean “${nearestName}”?`;
  return new AppError(
    "missing",
    `There is no preset “${truncate(oneLine(wanted), 60)}”.${hint} \`/db presets\` lists what there is.`,
  );
}
