import { expect, test } from "vitest";
import { hasRedisServer, startRedisOf } from "./start.ts";

test.skipIf(!hasRedisServer())("a single server and one with TLS come back with all they kept", async () => {
  for (const kind of ["single", "tls"] as const) {
    await using redis = await startRedisOf(kind);
    await redis.client.set("qm:a", "1");
    await redis.killPrimary();
    await redis.restartKilled();
    expect(await redis.client.get("qm:a")).toBe("1");
  }
});

test.skipIf(!hasRedisServer()).each(["sentinel", "cluster"] as const)(
  "after the death of the primary, a %s has another one with all that was kept",
  async (kind) => {
    await using redis = await startRedisOf(kind);
    await redis.client.set("{qm-jobs}:a", "1");
    await redis.killPrimary();
    await redis.failedOver();
    expect(await redis.client.get("{qm-jobs}:a")).toBe("1");
    await redis.restartKilled();
    expect(redis.masters()).toHaveLength(kind === "cluster" ? 3 : 1);
  },
);
