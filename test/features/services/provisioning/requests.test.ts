import { expect, test } from "vitest";
import { provisioningRequests } from "../../../../src/features/services/provisioning/progress.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const thirtyDaysInSeconds = 30 * 24 * 3600;

test("a request and its submission are kept for 30 days", async () => {
  const requests = provisioningRequests(redis.client, "T1");
  await requests.remember("r1", { name: "orders" });
  await requests.saveUnlessChanged("r1", undefined, { status: "failed", message: "no", notified: false });
  expect(await redis.client.ttl("qm:{T1}:request:r1")).toBe(thirtyDaysInSeconds);
  expect(await redis.client.ttl("qm:{T1}:submission:r1")).toBe(thirtyDaysInSeconds);
});

test("a created service's record and its sealed password are written together", async () => {
  const requests = provisioningRequests(redis.client, "T1");
  await requests.saveCreated(
    "r1",
    {
      status: "created",
      createdAt: "2026-11-20T10:00:00.000Z",
      name: "orders",
      endpoints: [],
      password: { fate: "sealed" },
      creatorNotified: false,
      silent: false,
    },
    "sealed text",
  );
  expect(await requests.find("r1")).toMatchObject({ status: "created", name: "orders" });
  expect(await redis.client.get("qm:{T1}:password:r1")).toBe("sealed text");
  expect(await redis.client.ttl("qm:{T1}:password:r1")).toBe(25 * 3_600);
});
