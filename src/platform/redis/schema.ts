import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { JsonText } from "../../lib/json.ts";
import { appVersion } from "../../lib/version.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";
import { keys } from "./keys.ts";
import { script } from "./script.ts";

/** The versions of the data in Redis that one version of the product knows. */
export interface DataVersions {
  /** The version that it writes. */
  writes: number;
  /** What it writes is safe with every product that reads this version. */
  readableFrom: number;
  /** The newest version that it reads. */
  reads: number;
}

/**
 * Ours. When a record gets another shape, one release reads it (`reads` goes up), and a later one writes it (`writes`
 * goes up, and `readableFrom` if the old readers can't read it).
 */
export const dataVersions: DataVersions = { writes: 1, readableFrom: 1, reads: 1 };

/** The marker in Redis. A newer version may add to it. */
export const DataMarker = z.looseObject({
  writes: z.int(),
  readableFrom: z.int(),
  /** The version of the product that wrote it. */
  by: z.string(),
});

/** Which version of the data is in Redis, and which versions may read it. */
export type DataMarker = z.infer<typeof DataMarker>;

/** The marker of what these versions write. */
export function markerOf({ writes, readableFrom }: DataVersions, by = appVersion): DataMarker {
  return { writes, readableFrom, by };
}

/** Reads a marker. Undefined for none. Fails as `user` for one that can't be read. */
export function readMarker(text: string | null): DataMarker | undefined {
  if (text === null) return undefined;
  const { data } = JsonText.pipe(DataMarker).safeParse(text);
  if (data) return data;
  throw new AppError("user", `Can't read the data's version in Redis (${keys.schema()}).`);
}

/** Fails as `user` for data that these versions can't read. */
function refuseNewer({ writes, readableFrom, by }: DataMarker, { reads }: DataVersions): void {
  if (readableFrom <= reads) return;
  const newer = `The data in Redis was written by a newer version (${by}, data version ${writes}).`;
  const advice = `Install ${by} or newer, or restore a backup from before it.`;
  throw new AppError("user", `${newer} This version (${appVersion}) reads up to ${reads}. ${advice}`);
}

const setIfUnchanged = script(`
if (redis.call('get', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2])
return 1`);

/** Marks the data with what these versions write. Never lowers a newer marker. Fails as `user` for data that is too new. */
export async function markData(
  redis: RedisClient,
  marker: DataMarker,
  versions: DataVersions,
): Promise<void> {
  await changeMarker(redis, (before) => merged(marker, versions, before));
}

function merged(marker: DataMarker, versions: DataVersions, before?: DataMarker): DataMarker {
  if (!before) return marker;
  refuseNewer(before, versions);
  const readableFrom = Math.max(before.readableFrom, marker.readableFrom);
  return { ...before, ...(before.writes >= marker.writes ? {} : marker), readableFrom };
}

async function changeMarker(
  redis: RedisClient,
  change: (before: DataMarker | undefined) => DataMarker | undefined,
): Promise<void> {
  for (;;) {
    const stored = (await reachingRedis(() => redis.get(keys.schema()))) ?? "";
    const before = readMarker(stored === "" ? null : stored);
    const next = JSON.stringify(change(before) ?? before ?? "");
    if (before && next === JSON.stringify(before)) return;
    if ((await reachingRedis(() => setIfUnchanged(redis, [keys.schema()], [stored, next]))) === 1) return;
  }
}
