import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { SealingKeys, createSealer } from "../../../src/platform/secrets/seal.ts";
import { sealedScheme, sealedSecrets } from "../../../src/platform/secrets/records.ts";
import { startRedis } from "../../../src/demo/redis.ts";
import { connectRedis } from "../../../src/platform/redis/connect.ts";
import { redisServerAt } from "../../../src/platform/redis/server.ts";
import { contentsOf, useRedis } from "../../support/redis.ts";
import { failure } from "../../support/failure.ts";
import { describeSecretScheme, describeSecretWriting } from "./conformance.ts";

const sealer = createSealer(SealingKeys.parse(`k1:${randomBytes(32).toString("base64")}`));

/** Its own Redis, which is not emptied before each test. */
async function start() {
  const server = await startRedis();
  const redis = connectRedis(redisServerAt(server.url), () => {});
  await new Promise((resolve) => redis.once("ready", resolve));
  const scheme = sealedScheme({ texts: sealedSecrets(redis, "T1"), sealer: sealer.forWorkspace("T1") });
  async function close() {
    redis.disconnect();
    await server.close();
  }
  return {
    scheme,
    async keep(locator: string, secret: string) {
      const [id = "", field = ""] = locator.split("#");
      await scheme.write?.(id, { [field]: secret });
    },
    locators: {
      kept: "acme-1#secret",
      empty: "acme-2#secret",
      missing: "acme-3#secret",
      malformed: "hunter2 x",
    },
    writable: { target: "orders-1", malformed: "hunter2#password" },
    away: close,
    close,
  };
}
describeSecretScheme("sealed", start);
describeSecretWriting("sealed", start);

const redis = useRedis();

it("a sealed secret is unreadable in Redis, and its text does not open in another workspace", async () => {
  const id = randomUUID();
  const ours = sealedScheme({ texts: sealedSecrets(redis.client, "T1"), sealer: sealer.forWorkspace("T1") });
  const texts = sealedSecrets(redis.client, "T2");
  const theirs = sealedScheme({ texts, sealer: sealer.forWorkspace("T2") });
  await ours.write?.(id, { secret: "hunter2" });
  expect((await contentsOf(redis.client)).join()).not.toContain("hunter2");
  expect((await failure(theirs.read(`${id}#secret`))).message).toMatch(/^There is nothing at sealed:/);
  await texts.save(id, (await sealedSecrets(redis.client, "T1").find(id)) ?? "");
  expect((await failure(theirs.read(`${id}#secret`))).message).toMatch(/^A sealed secret cannot be opened\./);
});
