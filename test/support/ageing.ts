import { Redis } from "ioredis";
import { z } from "zod";

const Aged = z.looseObject({ status: z.string(), createdAt: z.string(), name: z.string() });

/** Moves the creation of the service with this name so many minutes into the past. */
export async function ageService(redisUrl: string, name: string, minutes: number): Promise<void> {
  const redis = new Redis(redisUrl);
  for (const key of await redis.keys("qm:*:request:*")) {
    const record = Aged.safeParse(JSON.parse((await redis.get(key)) ?? "{}"));
    if (record.data?.name !== name) continue;
    const createdAt = new Date(Date.parse(record.data.createdAt) - minutes * 60_000).toISOString();
    await redis.set(key, JSON.stringify({ ...record.data, createdAt }));
  }
  await redis.quit();
}
