import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createService } from "../../src/cloud/service.ts";
import type { WireNames } from "../../src/cloud/wire-names.ts";
import {
  type RateFinding,
  type RateLookupParts,
  keptComputeRate,
  lookUpComputeRate,
} from "../../src/costs/compute-rate-lookup.ts";
import type { SandboxCloud, SandboxOrganization } from "../../src/sandbox/cloud/server.ts";
import { computeRates } from "../../src/store/compute-rates.ts";
import { knownServices } from "../../src/store/services.ts";
import { clientFor } from "../contract/contract-client.ts";
import {
  askJson,
  cloudInTest,
  control,
  hundredths,
  organizationOf,
  passTime,
} from "../sandbox/cloud/asking.ts";
import { useRedis } from "../support/redis.ts";

const redis = useRedis();
const connection = "default";
// The reference server's day: the window is from 21 Oct to 19 Nov.
const now = () => new Date("2026-11-20T12:00:00.000Z");

const dayMs = 86_400_000;

const CostsOnTheWire = z.object({
  costs: z.array(z.looseObject({ entityType: z.string(), metrics: z.record(z.string(), z.number()) })),
});
const RequestsOnTheWire = z.array(z.looseObject({ operation: z.string().nullish(), path: z.string() }));

interface Place {
  cloud: SandboxCloud;
  organization: SandboxOrganization;
  parts: RateLookupParts;
}

/** A workspace with a reference server; `known` names the seeded services that it knows. */
async function place({ known, wireNames }: { known?: string[]; wireNames?: WireNames } = {}): Promise<Place> {
  const names = wireNames && { wireNames };
  const cloud = await cloudInTest({ ...names });
  const organization = organizationOf(cloud, "SCALE");
  const services = knownServices(redis.client, "T1");
  for (const { id, name } of organization.services) {
    if (known?.includes(name) ?? true) await know(name, id);
  }
  const client = clientFor(cloud, organization, { ...names, limits: { callTimeoutMs: 3_000 } });
  return {
    cloud,
    organization,
    parts: { cloud: client, services, computeRates: computeRates(redis.client, "T1"), now },
  };
}

/** Makes a service known to the workspace. */
async function know(name: string, serviceId: string, through = connection): Promise<void> {
  const added = { addedBy: "U1", addedAt: now().toISOString() };
  await knownServices(redis.client, "T1").add({ name, serviceId, connection: through, ...added });
}

/** What the server charged for compute in the window, added up from its own words. */
async function chargedCredits({ cloud, organization }: Place): Promise<string> {
  const { result } = await askJson(cloud, organization, "/usageCost?from_date=2026-10-21&to_date=2026-11-19");
  const { costs } = CostsOnTheWire.parse(result);
  const amounts = costs.map(({ metrics }) => hundredths(metrics["computeCredits"] ?? 0));
  return String(amounts.reduce((sum, amount) => sum + amount, 0) / 100);
}

async function asked({ cloud }: Place): Promise<string[]> {
  const { body } = await control(cloud, "/requests", undefined, "GET");
  return RequestsOnTheWire.parse(body).map(({ operation }) => operation ?? "unknown");
}

async function misbehaving({ cloud }: Place, ...faults: object[]): Promise<void> {
  await control(cloud, "/faults", faults);
}

/** A finding in one line. */
function inShort(finding: RateFinding | undefined): string {
  if (finding?.status !== "known") return finding?.status ?? "nothing kept";
  const { credits, gbHours, serviceCount, from, to } = finding.rate;
  return `${credits.toString()} for ${gbHours.toString()} of ${serviceCount}, ${from} to ${to}`;
}

const unserved = (operation: string) => ({ kind: "unserved", match: { operation } });

describe("looking up a compute rate", () => {
  it("finds what the known services paid for a GB-hour, with two requests", async () => {
    const house = await place();
    const finding = await lookUpComputeRate(house.parts, connection);
    expect((await asked(house)).toSorted()).toEqual(["listServices", "readUsageCost"]);
    const charged = await chargedCredits(house);
    // orders prod: 3 x 16 GB, web analytics: 2 x 8 GB, both there for all 720 h
    expect(inShort(finding)).toBe(`${charged} for 46080 of 2, 2026-10-21 to 2026-11-19`);
  });

  it("is near the server's price", async () => {
    const { parts } = await place({ known: ["orders prod"] });
    const finding = await lookUpComputeRate(parts, connection);
    const rate = finding.status === "known" ? finding.rate.creditsPerGbHour.toNumber() : 0;
    // 0.14 credits an hour for 8 GB; it runs at 28 GB for its smallest 16, and up to a third more or less a day.
    const price = (0.14 / 8) * (28 / 16);
    expect(rate).toBeGreaterThan(price * 0.66);
    expect(rate).toBeLessThan(price * 1.34);
  });

  it("leaves out services that the workspace does not know, or knows through another connection", async () => {
    const { parts, organization } = await place({ known: ["orders prod"] });
    const [, other] = organization.services;
    await know("elsewhere", other?.id ?? "", "second");
    expect(await lookUpComputeRate(parts, connection)).toMatchObject({
      status: "known",
      rate: { serviceCount: 1, mayIdle: false },
    });
    expect(await lookUpComputeRate(parts, "second")).toMatchObject({
      rate: { serviceCount: 1, mayIdle: true },
    });
  });

  it("finds the same from a server that has its own word for credits", async () => {
    const plain = await place();
    const expected = inShort(await lookUpComputeRate(plain.parts, connection));
    await redis.client.flushall();
    const wireNames = { engineVersion: "makerVersion", credits: "Tokens", observability: "makerstack" };
    const branded = await place({ wireNames });
    expect(inShort(await lookUpComputeRate(branded.parts, connection))).toBe(expected);
  });

  it("asks for the services one by one where the server has no list", async () => {
    const listed = await place();
    const expected = inShort(await lookUpComputeRate(listed.parts, connection));
    await redis.client.flushall();
    const house = await place();
    await misbehaving(house, unserved("listServices"));
    expect(inShort(await lookUpComputeRate(house.parts, connection))).toBe(expected);
    expect((await asked(house)).toSorted()).toEqual([
      "getService",
      "getService",
      "listServices",
      "readUsageCost",
    ]);
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
  ])("finds none where the server %s", async (_, faults) => {
    const house = await place();
    await misbehaving(house, ...faults);
    expect(await lookUpComputeRate(house.parts, connection)).toEqual({ status: "none" });
    expect(await keptComputeRate(house.parts, connection)).toEqual({ status: "none" });
  });

  it("asks one by one for at most five services, and for none without costs", async () => {
    const house = await place();
    const { cloud } = house.parts;
    for (const index of [1, 2, 3, 4, 5]) {
      const name = `extra ${index}`;
      const { service } = await cloud.call(createService, {
        body: { name, provider: "aws", region: "eu-west-1" },
      });
      await know(name, service.id);
    }
    await know("gone", "00000000-0000-4000-8000-000000000001");
    await passTime(house.cloud, 2 * dayMs);
    await misbehaving(house, unserved("listServices"));
    const later = { ...house.parts, now: () => new Date(now().getTime() + 2 * dayMs) };

    const finding = await lookUpComputeRate(later, connection);
    expect(finding).toMatchObject({ rate: { serviceCount: 5, from: "2026-10-23", to: "2026-11-21" } });
    expect((await asked(house)).filter((operation) => operation === "getService")).toHaveLength(5);
  });
});

describe("what was found out", () => {
  it("is kept for an hour, exactly, and the cloud is not asked again", async () => {
    const house = await place();
    expect(await keptComputeRate(house.parts, connection)).toBeUndefined();
    const first = await lookUpComputeRate(house.parts, connection);
    expect(JSON.stringify(await keptComputeRate(house.parts, connection))).toBe(JSON.stringify(first));
    expect(JSON.stringify(await lookUpComputeRate(house.parts, connection))).toBe(JSON.stringify(first));
    expect(await asked(house)).toHaveLength(2);
    const [key = ""] = await redis.client.keys("qm:{T1}:compute-rate:*");
    expect(await redis.client.ttl(key)).toBeGreaterThan(3_590);
    expect(await redis.client.ttl(key)).toBeLessThanOrEqual(3_600);
  });

  it("belongs to a workspace and a connection", async () => {
    const { parts } = await place();
    await lookUpComputeRate(parts, connection);
    const others = { computeRates: computeRates(redis.client, "T2") };
    expect(await keptComputeRate(others, connection)).toBeUndefined();
    expect(await keptComputeRate(parts, "second")).toBeUndefined();
  });

  it("is not kept where no service is known, and the cloud is not asked", async () => {
    const house = await place({ known: [] });
    expect(await lookUpComputeRate(house.parts, connection)).toEqual({ status: "none" });
    expect(await keptComputeRate(house.parts, connection)).toBeUndefined();
    expect(await asked(house)).toEqual([]);
  });
});

describe("a cloud that cannot be read", () => {
  it.each([
    ["cannot be asked with this key", { kind: "status", status: 401 }, /refused the key \(401\)/],
    [
      "does not tell costs",
      { kind: "status", status: 403, match: { operation: "readUsageCost" } },
      /\(403\)/,
    ],
    ["takes no more requests", { kind: "status", status: 429, headers: { "retry-after": "60" } }, /\(429\)/],
    ["fails", { kind: "status", status: 500, match: { operation: "listServices" } }, /\(500\)/],
    ["fails for one service", { kind: "status", status: 500, match: { operation: "getService" } }, /\(500\)/],
    ["drops the connection", { kind: "drop-before" }, /did not arrive/],
    ["answers with half a sentence", { kind: "malformed" }, /cannot be understood/],
  ])("is told in words and not kept, where it %s", async (_, fault, reason) => {
    const house = await place();
    await misbehaving(house, fault, unserved("listServices"));
    const finding = await lookUpComputeRate(house.parts, connection);
    expect(finding).toEqual({ status: "unreadable", reason: expect.stringMatching(reason) });
    expect(await keptComputeRate(house.parts, connection)).toBeUndefined();

    await control(house.cloud, "/faults", undefined, "DELETE");
    expect(await lookUpComputeRate(house.parts, connection)).toMatchObject({ status: "known" });
  });

  it("says nothing in Slack's own markup", async () => {
    const house = await place();
    const body = { error: "<!channel> look at <https://example.com|this>" };
    await misbehaving(house, { kind: "status", status: 400, body });
    const finding = await lookUpComputeRate(house.parts, connection);
    expect(finding).toMatchObject({ status: "unreadable" });
    expect(JSON.stringify(finding)).not.toMatch(/[<>]/);
  });

  it("leaves failures that are ours to who looks after them", async () => {
    const { parts } = await place();
    await redis.client.set("qm:{T1}:compute-rate:default", "not what we keep");
    await expect(lookUpComputeRate(parts, connection)).rejects.toMatchObject({ kind: "bug" });
  });
});
