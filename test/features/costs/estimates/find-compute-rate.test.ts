import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createService } from "../../../../src/platform/cloud/services/service.ts";
import {
  type RateFinding,
  keptComputeRate,
  findComputeRate,
  computeRates,
} from "../../../../src/features/costs/estimates/find-compute-rate.ts";
import { askJson, hundredths, passTime } from "../../../support/asking.ts";
import { useRedis } from "../../../support/redis.ts";
import {
  type RateLocation,
  asked,
  connection,
  misbehaving,
  rateLocation,
  unserved,
} from "./rate-location.ts";
import { dayMs } from "../../../../src/lib/duration.ts";

const redis = useRedis();

const CostsOnTheWire = z.object({
  costs: z.array(z.looseObject({ metrics: z.record(z.string(), z.number()) })),
});

/** The compute credits that the server charged in the window, added up from its raw answer. */
async function chargedCredits({ cloud, organization }: RateLocation): Promise<string> {
  const { result } = await askJson(cloud, organization, "/usageCost?from_date=2026-10-21&to_date=2026-11-19");
  const { costs } = CostsOnTheWire.parse(result);
  const amounts = costs.map(({ metrics }) => hundredths(metrics["computeCredits"] ?? 0));
  return String(amounts.reduce((sum, amount) => sum + amount, 0) / 100);
}

/** A finding in one line. */
function inShort(finding: RateFinding | undefined): string {
  if (finding?.status !== "known") return finding?.status ?? "nothing kept";
  const { credits, gbHours, serviceCount, from, to } = finding.rate;
  return `${credits.toString()} for ${gbHours.toString()} of ${serviceCount}, ${from} to ${to}`;
}

describe("looking up a compute rate", () => {
  it("finds the price of a GB-hour for the known services with two requests", async () => {
    const environment = await rateLocation(redis.client);
    const finding = await findComputeRate(environment.parts, connection);
    expect(await asked(environment)).toEqual(["listServices", "readUsageCost"]);
    const charged = await chargedCredits(environment);
    // orders prod: 3 x 16 GB, web analytics: 2 x 8 GB, both for all 720 h
    expect(inShort(finding)).toBe(`${charged} for 46080 of 2, 2026-10-21 to 2026-11-19`);
  });

  it("is near the server's price", async () => {
    const { parts } = await rateLocation(redis.client, { known: ["orders prod"] });
    const finding = await findComputeRate(parts, connection);
    const rate = finding.status === "known" ? finding.rate.creditsPerGbHour.toNumber() : 0;
    // 0.14 credits an hour for 8 GB. It runs at 28 GB for its minimum of 16, give or take a third.
    const price = (0.14 / 8) * (28 / 16);
    expect(rate).toBeGreaterThan(price * 0.66);
    expect(rate).toBeLessThan(price * 1.34);
  });

  it("omits services that the workspace does not know, or knows through another connection", async () => {
    const environment = await rateLocation(redis.client, { known: ["orders prod"] });
    const { parts, organization } = environment;
    const [, other] = organization.services;
    await environment.know("elsewhere", other?.id ?? "", "second");
    expect(await findComputeRate(parts, connection)).toMatchObject({
      status: "known",
      rate: { serviceCount: 1, mayIdle: false },
    });
    expect(await findComputeRate(parts, "second")).toMatchObject({
      rate: { serviceCount: 1, mayIdle: true },
    });
  });

  it("finds the same rate from a server with another word for credits", async () => {
    const plain = await rateLocation(redis.client);
    const expected = inShort(await findComputeRate(plain.parts, connection));
    await redis.client.flushall();
    const wireNames = { engineVersion: "makerVersion", credits: "Tokens", observability: "makerstack" };
    const branded = await rateLocation(redis.client, { wireNames });
    expect(inShort(await findComputeRate(branded.parts, connection))).toBe(expected);
  });

  it("requests services one by one if the server has no list", async () => {
    const listed = await rateLocation(redis.client);
    const expected = inShort(await findComputeRate(listed.parts, connection));
    await redis.client.flushall();
    const environment = await rateLocation(redis.client);
    await misbehaving(environment, unserved("listServices"));
    expect(inShort(await findComputeRate(environment.parts, connection))).toBe(expected);
    expect(await asked(environment)).toEqual(["getService", "getService", "listServices", "readUsageCost"]);
  });

  it.each([
    ["serves neither list nor service", [unserved("listServices"), unserved("getService")]],
    [
      "forbids both to the key",
      [
        { kind: "status", status: 403, match: { operation: "listServices" } },
        { kind: "status", status: 403, match: { operation: "getService" } },
      ],
    ],
  ])("finds no rate if the server %s", async (_, faults) => {
    const environment = await rateLocation(redis.client);
    await misbehaving(environment, ...faults);
    expect(await findComputeRate(environment.parts, connection)).toEqual({ status: "none" });
    expect(await keptComputeRate(environment.parts, connection)).toEqual({ status: "none" });
  });

  it("requests at most five services one by one, and none without costs", async () => {
    const environment = await rateLocation(redis.client);
    const { cloud } = environment.parts;
    for (const index of [1, 2, 3, 4, 5]) {
      const name = `extra ${index}`;
      const { service } = await cloud.call(createService, {
        body: { name, provider: "aws", region: "eu-west-1" },
      });
      await environment.know(name, service.id ?? "");
    }
    await environment.know("gone", "00000000-0000-4000-8000-000000000001");
    await passTime(environment.cloud, 2 * dayMs);
    await misbehaving(environment, unserved("listServices"));
    const later = {
      ...environment.parts,
      now: () => new Date(environment.parts.now().getTime() + 2 * dayMs),
    };

    const finding = await findComputeRate(later, connection);
    expect(finding).toMatchObject({ rate: { serviceCount: 5, from: "2026-10-23", to: "2026-11-21" } });
    expect((await asked(environment)).filter((operation) => operation === "getService")).toHaveLength(5);
  });
});

describe("a found rate", () => {
  it("is kept for an hour with its exact values, and the cloud gets no further request", async () => {
    const environment = await rateLocation(redis.client);
    expect(await keptComputeRate(environment.parts, connection)).toBeUndefined();
    const first = await findComputeRate(environment.parts, connection);
    expect(JSON.stringify(await keptComputeRate(environment.parts, connection))).toBe(JSON.stringify(first));
    expect(JSON.stringify(await findComputeRate(environment.parts, connection))).toBe(JSON.stringify(first));
    expect(await asked(environment)).toHaveLength(2);
    const [key = ""] = await redis.client.keys("qm:{T1}:compute-rate:*");
    expect(await redis.client.ttl(key)).toBeGreaterThan(3_590);
    expect(await redis.client.ttl(key)).toBeLessThanOrEqual(3_600);
  });

  it("belongs to a workspace and a connection", async () => {
    const { parts } = await rateLocation(redis.client);
    await findComputeRate(parts, connection);
    const others = { computeRates: computeRates(redis.client, "T2") };
    expect(await keptComputeRate(others, connection)).toBeUndefined();
    expect(await keptComputeRate(parts, "second")).toBeUndefined();
  });

  it("is not kept if no service is known, and the cloud gets no request", async () => {
    const environment = await rateLocation(redis.client, { known: [] });
    expect(await findComputeRate(environment.parts, connection)).toEqual({ status: "none" });
    expect(await keptComputeRate(environment.parts, connection)).toBeUndefined();
    expect(await asked(environment)).toEqual([]);
  });
});
