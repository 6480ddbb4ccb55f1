import { describe, expect, it } from "vitest";
import {
  keptComputeRate,
  findComputeRate,
} from "../../../../src/features/costs/estimates/find-compute-rate.ts";
import { control } from "../../../support/asking.ts";
import { useRedis } from "../../../support/redis.ts";
import { connection, misbehaving, rateLocation, unserved } from "./rate-location.ts";

const redis = useRedis();

/** A costs answer with these records. */
function costsOf(costs: unknown): object {
  return { kind: "status", status: 200, body: { result: { costs } }, match: { operation: "readUsageCost" } };
}

describe("an unreadable cloud", () => {
  it.each([
    ["refuses the key", { kind: "status", status: 401 }, /refused the key \(401\)/],
    [
      "does not show costs",
      { kind: "status", status: 403, match: { operation: "readUsageCost" } },
      /\(403\)/,
    ],
    [
      "accepts no more requests",
      { kind: "status", status: 429, headers: { "retry-after": "60" } },
      /\(429\)/,
    ],
    ["fails", { kind: "status", status: 500, match: { operation: "listServices" } }, /\(500\)/],
    ["fails for one service", { kind: "status", status: 500, match: { operation: "getService" } }, /\(500\)/],
    ["drops the connection", { kind: "drop-before" }, /didn't arrive/],
    [
      "names amounts with an unknown word",
      costsOf([{ date: "2026-11-02", totalXYZ: 5 }]),
      /`WIRE_CREDITS=XYZ`/,
    ],
    [
      "answers for all days with one record",
      costsOf({ date: "2026-10-21", totalCredits: 5 }),
      /one record for 21 Oct to 19 Nov 2026, so I can't tell what each day cost/,
    ],
    ["gives a malformed answer", { kind: "malformed" }, /that I can't read/],
  ])("is reported with its reason and not kept, if it %s", async (_, fault, reason) => {
    const environment = await rateLocation(redis.client);
    await misbehaving(environment, fault, unserved("listServices"));
    const finding = await findComputeRate(environment.parts, connection);
    expect(finding).toEqual({ status: "unreadable", reason: expect.stringMatching(reason) });
    expect(await keptComputeRate(environment.parts, connection)).toBeUndefined();

    await control(environment.cloud, "/faults", undefined, "DELETE");
    expect(await findComputeRate(environment.parts, connection)).toMatchObject({ status: "known" });
  });

  it("puts no Slack markup into the reason", async () => {
    const environment = await rateLocation(redis.client);
    const body = { error: "<!channel> look at <https://example.com|this>" };
    await misbehaving(environment, { kind: "status", status: 400, body });
    const finding = await findComputeRate(environment.parts, connection);
    expect(finding).toMatchObject({ status: "unreadable" });
    expect(JSON.stringify(finding)).not.toMatch(/[<>]/);
  });

  it("throws internal errors", async () => {
    const { parts } = await rateLocation(redis.client);
    await redis.client.set("qm:{T1}:compute-rate:default", "not what we keep");
    await expect(findComputeRate(parts, connection)).rejects.toMatchObject({ kind: "bug" });
  });
});
