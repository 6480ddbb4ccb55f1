import { expect, test } from "vitest";
import { proveWritable, sharedProof } from "../../../src/platform/redis/writable.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();

test("a Redis that answers a PING and takes no writes is not writable", async () => {
  await proveWritable(redis.client);
  expect(await redis.client.ttl("qm:{0}:write-proof")).toBeGreaterThan(0);

  await redis.client.config("SET", "min-replicas-to-write", "1");
  expect(await redis.client.ping()).toBe("PONG");
  await expect(proveWritable(redis.client)).rejects.toThrow("can't reach its own storage");
  await redis.client.config("SET", "min-replicas-to-write", "0");
});

test("requests within a second share one proof, a failed one too", async () => {
  let [nowMs, proofs] = [0, 0];
  let isWritable = false;
  const prove = sharedProof(
    async () => {
      proofs += 1;
      if (!isWritable) throw new Error("read-only");
    },
    () => nowMs,
  );
  await expect(Promise.all([prove(), prove()])).rejects.toThrow("read-only");
  isWritable = true;
  nowMs = 999;
  await expect(prove()).rejects.toThrow("read-only");
  expect(proofs).toBe(1);
  nowMs = 1_000;
  await prove();
  expect(proofs).toBe(2);
});

test("a proof that gets no answer fails", async () => {
  const prove = sharedProof(
    () => new Promise(() => {}),
    () => 0,
  );
  await expect(prove()).rejects.toThrow("No answer within 1000 ms");
});
