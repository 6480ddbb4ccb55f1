import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ComputeRate, RateFinding } from "../../../../src/features/costs/estimates/find-compute-rate.ts";
import { type EstimateGround, formatEstimate } from "../../../../src/features/costs/estimates/estimate.ts";
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
  it("has a range, its basis, and what is not included", () => {
    expect(words({})).toBe(
      "Estimate: 13.4 to 53.5 credits a day for compute, less while it is scaled to zero.\nBasis: 1,204 compute credits for 17,280 GB-hours of 2 services, 22 Oct to 20 Nov 2026 (UTC), at their smallest size. Storage, backups and transfer come on top.",
    );
  });

  it("uses the singular for one service, and notes possible hours at zero", () => {
    const finding = known({ serviceCount: 1, credits: new Credits("12.5"), mayIdle: true });
    expect(words({ finding, request: { ...request, idleScaling: false } })).toBe(
      "Estimate: 13.4 to 53.5 credits a day for compute.\nBasis: 12.50 compute credits for 17,280 GB-hours of 1 service, 22 Oct to 20 Nov 2026 (UTC), at its smallest size. Hours in which it was scaled to zero count in full, so an hour at work may cost more. Storage, backups and transfer come on top.",
    );
    expect(words({ finding: known({ mayIdle: true }) })).toContain(
      "at their smallest size. Hours in which they were scaled to zero count in full, so",
    );
  });

  it("assumes idle scaling if the request leaves it open, as the cloud does", () => {
    expect(words({ request: { ...request, idleScaling: undefined } })).toContain(
      ", less while it is scaled to zero.",
    );
  });

  it.each<[string, EstimateGround["request"], string]>([
    ["one number if both bounds round to the same", { ...request, maxReplicaMemoryGb: 8 }, "13.4 credits a"],
    [
      "a lower bound if the largest size is open",
      { ...request, maxReplicaMemoryGb: undefined },
      "at least 13.4 credits a day for compute, less while it is scaled to zero. Its largest size is left to the cloud.\nBasis:",
    ],
    [
      "an upper bound if the smallest size is open",
      { ...request, minReplicaMemoryGb: undefined },
      "up to 53.5 credits a day for compute, less while it is scaled to zero. Its smallest size is left to the cloud.\nBasis:",
    ],
    [
      "every default number of replicas",
      { ...request, numReplicas: undefined },
      "13.4 to 161 credits a day for compute, less while it is scaled to zero. The number of replicas is left to the cloud: 1 in a BASIC organization, 3 in SCALE and ENTERPRISE.\nBasis:",
    ],
    [
      "thousands with separators",
      { ...request, numReplicas: 20, maxReplicaMemoryGb: 356 },
      "268 to 11,900 credits a",
    ],
  ])("shows %s", (_, request, expected) => {
    expect(words({ request })).toContain(`Estimate: ${expected}`);
  });

  it("shows tiny amounts as under 0.01", () => {
    const finding = known({ creditsPerGbHour: new Credits("0.00001") });
    expect(words({ finding })).toContain("Estimate: under 0.01 to 0.01 credits a day");
  });

  it("uses the admin's rate if the workspace's own usage gives none", () => {
    expect(words({ finding: { status: "none" }, adminRate: "0.14" })).toBe(
      "Estimate: 26.9 to 108 credits a day for compute, less while it is scaled to zero.\nBasis: a rate of 0.14 credits per GB-hour set by your admin. Storage, backups and transfer come on top.",
    );
    expect(words({ finding: { status: "unreadable", reason: "It is away." }, adminRate: 2 })).toBe(
      "Estimate: 384 to 1,540 credits a day for compute, less while it is scaled to zero.\nBasis: a rate of 2 credits per GB-hour set by your admin. What your services used could not be read just now. Storage, backups and transfer come on top.",
    );
  });

  it("prefers the workspace's own usage to the admin's rate", () => {
    expect(words({ adminRate: "0.14" })).toBe(words({}));
  });

  it("says how to get a basis if there is none", () => {
    expect(words({ finding: { status: "none" } })).toBe(
      "Estimate: no basis yet. There is one after the first whole day (UTC) of a service that is known here: add one that runs with `/db services add &lt;service id&gt; &lt;name&gt;`, or ask an admin to set a rate.",
    );
  });

  it("says why the basis could not be read", () => {
    expect(words({ finding: { status: "unreadable", reason: "The database cloud is away." } })).toBe(
      "Estimate: what your services used could not be read just now. The database cloud is away.",
    );
  });

  it("says that it is being computed, even if an admin set a rate", () => {
    expect(words({ finding: undefined, adminRate: 2 })).toBe(
      "Estimate: being worked out from what your services used.",
    );
  });

  it.each([undefined, known(), { status: "none" } as const])(
    "says that there is none if the size is left to the cloud, with any basis",
    (finding) => {
      expect(words({ request: { numReplicas: 3 }, finding, adminRate: 2 })).toBe(
        "Estimate: none, as its size is left to the cloud. Choose its memory per replica to get one.",
      );
    },
  );

  it("rounds to three digits, within half a percent", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (thousandths) => {
        const adminRate = new Credits(thousandths).div(1000);
        const shown = words({
          request: { ...request, maxReplicaMemoryGb: 8 },
          finding: { status: "none" },
          adminRate,
        });
        const [, number = ""] = /^Estimate: ([\d,.]+) credits/.exec(shown) ?? [];
        const exact = adminRate.times(192);
        const off = new Credits(number.replaceAll(",", "")).minus(exact).abs();
        expect(off.lte(exact.times("0.005").plus("0.005"))).toBe(true);
        const digits = number.replace(/^[0.,]+|[.,]/g, "").replace(/0+$/, "");
        expect(digits.length).toBeLessThanOrEqual(3);
      }),
    );
  });
});
