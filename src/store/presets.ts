import type { Redis } from "ioredis";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { nearest, oneLine } from "../lib/text.ts";
import { keys } from "./keys.ts";
import { readRecord } from "./record.ts";
import { reachingRedis } from "./redis.ts";

/** What a workspace often creates: some fields of a service request, under a name. */
export const Preset = z.object({
  name: z.string(),
  description: z.string().optional(),
  /** By their names in the specification, without secrets; checked where they are used, since rules change. */
  fields: z.record(z.string(), z.unknown()),
  savedBy: z.string(),
  savedAt: z.iso.datetime(),
});
export type Preset = z.infer<typeof Preset>;

// A Slack select shows 100 entries, and one of them takes the choice back.
const maxPresets = 99;

/** One workspace's presets; names are told apart without case and runs of spaces. */
export interface Presets {
  /** By name. */
  list(): Promise<Preset[]>;
  /** Fails as missing, with the nearest name. */
  find(name: string): Promise<Preset>;
  /** Fails as conflict where the name is taken, and as user where there are too many. */
  save(preset: Preset): Promise<void>;
  /** Fails as missing; answers what was deleted. */
  delete(name: string): Promise<Preset>;
}

/** The presets of one workspace in Redis: a hash from folded name to record. */
export function presets(redis: Redis, workspaceId: string): Presets {
  const key = keys.presets(workspaceId);

  async function list(): Promise<Preset[]> {
    const stored = await reachingRedis(() => redis.hvals(key));
    return stored
      .map((record) => readRecord(Preset, record, key))
      .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  }

  async function find(name: string): Promise<Preset> {
    const known = await list();
    const found = known.find((preset) => fold(preset.name) === fold(name));
    if (found) return found;
    const near = nearest(
      name,
      known.map((preset) => preset.name),
    );
    const hint = near ? `Did you mean “${near}”?` : "`/db presets` lists what there is.";
    throw new AppError("missing", `There is no preset “${name}”. ${hint}`);
  }

  return {
    list,
    find,
    async save(preset) {
      if ((await list()).length >= maxPresets) {
        throw new AppError("user", `A workspace keeps at most ${maxPresets} presets. Delete one first: \`/db presets\` lists them.`);
      }
      const isNew = await reachingRedis(() => redis.hsetnx(key, fold(preset.name), JSON.stringify(preset)));
      if (isNew) return;
      throw new AppError(
        "conflict",
        `There is a preset “${preset.name}” already. Choose another name, or first \`/db presets delete ${preset.name}\`.`,
      );
    },
    async delete(name) {
      const preset = await find(name);
      await reachingRedis(() => redis.hdel(key, fold(preset.name)));
      return preset;
    },
  };
}

function fold(name: string): string {
  return oneLine(name).toLowerCase();
}
