import { beforeEach, expect, test } from "vitest";
import {
  type CreatedProgress,
  createdServices,
  provisioningRequests,
} from "../../../../src/features/services/provisioning/progress.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const created: CreatedProgress = {
  status: "created",
  createdAt: "2026-11-20T10:00:00.000Z",
  name: "orders staging",
  endpoints: [],
  password: { fate: "sealed" },
  silent: false,
  creatorNotified: false,
};
let kept: ReturnType<typeof createdServices>;
let requests: ReturnType<typeof provisioningRequests>;

beforeEach(() => {
  requests = provisioningRequests(redis.client, "T1");
  kept = createdServices(requests, "T1");
});

test("no concurrent change is lost", async () => {
  await requests.saveCreated("r1", created);
  const change = (protocol: string) =>
    kept.change("r1", (now) => ({ ...now, endpoints: [...now.endpoints, { protocol }] }));
  await Promise.all(Array.from({ length: 10 }, (_, index) => change(`p${index}`)));
  const { endpoints } = await kept.change("r1", (now) => now);
  expect(new Set(endpoints.map(({ protocol }) => protocol)).size).toBe(10);
});

test("the write that changes a password's state drops the password", async () => {
  await requests.saveCreated("r1", created, "v1.sealed");
  await kept.change("r1", (now) => ({ ...now, password: { fate: "seen" } }), { dropPassword: true });
  expect(await redis.client.keys("*")).toEqual(["qm:{T1}:request:r1"]);
});

test("changing a request that is gone, or has no created service, fails as missing", async () => {
  await expect(kept.change("r1", (now) => now)).rejects.toMatchObject({ kind: "missing" });
  await requests.saveUnlessChanged("r1", undefined, {
    status: "waiting",
    since: new Date().toISOString(),
    notified: false,
  });
  await expect(kept.change("r1", (now) => now)).rejects.toMatchObject({ kind: "missing" });
});
