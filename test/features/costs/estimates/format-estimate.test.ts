import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ComputeRate, RateFinding } from "../../../../src/features/costs/estimates/find-compute-rate.ts";
import {
  type EstimateGround,
  formatEstimate,
  formatMonthly,
} from "../../../../src/features/costs/estimates/estimate.ts";
import { Credits } from "../../../../src/lib/money.ts";

const request = { numReplicas: 1, minReplicaMemoryGb: 8, maxReplicaMemoryGb: 32, idleScaling: true };

function known(of: Partial<ComputeRate> = {}): RateFinding {
  const credits = new Credits("1203.84");
  const gbHours = new Credits(17_280);
  const rate = {
    creditsPerGbHour: credits.div(gbHours),
    credits,
    gbHours,
    serviceCount: 2,
    mayIdle: false,
    from: "2026-10-22",
    to: "2026-11-20",
    ...of,
  };
  return { status: "known", rate };
}

function words(ground: Partial<EstimateGround>): string {
  return formatEstimate({ request, finding: known(), ...ground });
}

describe("an estimate in words", () => {
  it("is one line with the usual day, both ends and its basis", () => {
    expect(words({})).toBe(
      "*Estimate:* about 18 credits a day (13.4 idle, 53.5 flat out), compute only, at the rate of your own services.",
    );
  });

  it.each<[string, EstimateGround["request"], string]>([
    [
      "one number if both bounds round to the same",
      { ...request, maxReplicaMemoryGb: 8 },
      "about 13.4 credits a day,",
    ],
    [
      "a lower bound if the cloud chooses the largest size",
      { ...request, maxReplicaMemoryGb: undefined },
      "at least 13.4 credits a day,",
    ],
    [
      "an upper bound if the cloud chooses the smallest size",
      { ...request, minReplicaMemoryGb: undefined },
      "at most 53.5 credits a day,",
    ],
    [
      "every default number of replicas",
      { ...request, numReplicas: undefined },
      "about 32 credits a day (13.4 idle, 161 flat out),",
    ],
    [
      "thousands with separators",
      { ...request, numReplicas: 20, maxReplicaMemoryGb: 356 },
      "about 1,700 credits a day (268 idle, 11,900 flat out),",
    ],
  ])("shows %s", (_, request, expected) => {
    expect(words({ request })).toContain(`*Estimate:* ${expected}`);
  });

  it("shows tiny amounts as under 0.01", () => {
    const finding = known({ creditsPerGbHour: new Credits("0.00001") });
    expect(words({ finding })).toContain("(under 0.01 idle, 0.01 flat out)");
  });

  it("uses the admin's rate if the workspace's own usage gives none", () => {
    for (const finding of [{ status: "none" }, { status: "unreadable", reason: "It is away." }] as const)
      expect(words({ finding, adminRate: "0.14" })).toBe(
        "*Estimate:* about 37 credits a day (26.9 idle, 108 flat out), compute only, at the rate that your admin set.",
      );
  });

  it("prefers the workspace's own usage to the admin's rate", () => {
    expect(words({ adminRate: "0.14" })).toBe(words({}));
  });

  it("says how to get a basis, why it couldn't be read, or that it's being read", () => {
    expect(words({ finding: { status: "none" } })).toContain(
      "`/db services add &lt;service id&gt; &lt;name&gt;`",
    );
    expect(words({ finding: { status: "unreadable", reason: "The database cloud is away." } })).toContain(
      "The database cloud is away.",
    );
    expect(words({ finding: undefined, adminRate: 2 })).toContain("reading");
  });

  it.each([undefined, known(), { status: "none" } as const])(
    "says that there is none if the cloud chooses the size, with any basis",
    (finding) => {
      expect(words({ request: { numReplicas: 3 }, finding, adminRate: 2 })).toContain("*Estimate:* none");
    },
  );

  it("of a month is 30 usual days, and needs a rate and both sizes", () => {
    expect(formatMonthly({ request, finding: known() })).toBe("about 550 credits a month");
    expect(formatMonthly({ request, finding: { status: "none" } })).toBeUndefined();
    expect(formatMonthly({ request, finding: undefined, adminRate: 2 })).toBeUndefined();
    expect(formatMonthly({ request: { numReplicas: 1 }, finding: known() })).toBeUndefined();
  });

  it("rounds to three digits, within half a percent", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (thousandths) => {
        const adminRate = new Credits(thousandths).div(1000);
        const shown = words({
          request: { ...request, maxReplicaMemoryGb: 8 },
          finding: { status: "none" },
          adminRate,
        });
        const [, number = ""] = /^\*Estimate:\* about ([\d,.]+) credits/.exec(shown) ?? [];
        const exact = adminRate.times(192);
        const off = new Credits(number.replaceAll(",", "")).minus(exact).abs();
        expect(off.lte(exact.times("0.005").plus("0.005"))).toBe(true);
        const digits = number.replace(/^[0.,]+|[.,]/g, "").replace(/0+$/, "");
        expect(digits.length).toBeLessThanOrEqual(3);
      }),
    );
  });
});
