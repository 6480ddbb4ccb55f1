import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RequestedSize, estimateDay } from "../../../../src/features/costs/estimates/estimate.ts";
import { Credits } from "../../../../src/lib/money.ts";
import { validServiceRequest } from "../../../support/service-request-arbitraries.ts";

function bounds(size: RequestedSize, rate: string | number = 1): string {
  const estimate = estimateDay(size, rate);
  if (!estimate) return "none";
  const { lowCredits, highCredits, replicasAssumed } = estimate;
  return `${lowCredits?.toString() ?? "?"} to ${highCredits?.toString() ?? "?"}${replicasAssumed ? ", replicas assumed" : ""}`;
}

describe("an estimate of a day", () => {
  it.each<[string, RequestedSize, string]>([
    [
      "is 24 hours of all replicas, at the smallest and at the largest size",
      { numReplicas: 3, minReplicaMemoryGb: 16, maxReplicaMemoryGb: 64 },
      "1152 to 4608",
    ],
    [
      "covers every default number of replicas",
      { minReplicaMemoryGb: 8, maxReplicaMemoryGb: 8 },
      "192 to 576, replicas assumed",
    ],
    ["has no upper bound without a largest size", { numReplicas: 1, minReplicaMemoryGb: 8 }, "192 to ?"],
    ["has no lower bound without a smallest size", { numReplicas: 1, maxReplicaMemoryGb: 8 }, "? to 192"],
    [
      "treats total memory as that of three replicas",
      { numReplicas: 3, minTotalMemoryGb: 24, maxTotalMemoryGb: 360 },
      "576 to 8640",
    ],
    [
      "uses a third of total memory per replica for any number of replicas",
      { numReplicas: 2, minTotalMemoryGb: 24 },
      "384 to ?",
    ],
    [
      "uses replica memory if both are given",
      { numReplicas: 1, minReplicaMemoryGb: 8, minTotalMemoryGb: 48, maxTotalMemoryGb: 48 },
      "192 to ?",
    ],
    ["does not exist if the size is left to the cloud", { numReplicas: 3 }, "none"],
  ])("%s", (_, size, expected) => {
    expect(bounds(size)).toBe(expected);
  });

  it("is exact in decimals", () => {
    expect(bounds({ numReplicas: 1, minReplicaMemoryGb: 8, maxReplicaMemoryGb: 12 }, "0.1")).toBe(
      "19.2 to 28.8",
    );
  });

  const rates = fc.integer({ min: 1, max: 1_000_000 }).map((millionths) => new Credits(millionths).div(1e6));

  it("exists for every valid request with a size, and its bounds are in order", () => {
    fc.assert(
      fc.property(validServiceRequest(), rates, (request, rate) => {
        const estimate = estimateDay(request, rate);
        const sizes = [
          request.minReplicaMemoryGb,
          request.maxReplicaMemoryGb,
          request.minTotalMemoryGb,
          request.maxTotalMemoryGb,
        ];
        expect(estimate === undefined).toBe(sizes.every((size) => size === undefined));
        const { lowCredits = 0, highCredits = Infinity } = estimate ?? {};
        expect(new Credits(lowCredits).lte(highCredits)).toBe(true);
      }),
    );
  });

  it("is never lower for a larger service", () => {
    const gb = fc.integer({ min: 2, max: 88 });
    fc.assert(
      fc.property(gb, gb, fc.integer({ min: 1, max: 19 }), rates, (a, b, numReplicas, rate) => {
        const [minReplicaMemoryGb, maxReplicaMemoryGb] = [Math.min(a, b) * 4, Math.max(a, b) * 4];
        const size = { numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb };
        const low = (larger: RequestedSize) => estimateDay({ ...size, ...larger }, rate)?.lowCredits ?? 0;
        const high = (larger: RequestedSize) => estimateDay({ ...size, ...larger }, rate)?.highCredits ?? 0;
        expect(estimateDay(size, rate)?.lowCredits?.lt(low({ numReplicas: numReplicas + 1 }))).toBe(true);
        expect(estimateDay(size, rate)?.highCredits?.lt(high({ numReplicas: numReplicas + 1 }))).toBe(true);
        const more = { maxReplicaMemoryGb: maxReplicaMemoryGb + 4 };
        expect(estimateDay(size, rate)?.lowCredits?.eq(low(more))).toBe(true);
        expect(estimateDay(size, rate)?.highCredits?.lt(high(more))).toBe(true);
      }),
    );
  });

  it("is proportional to replicas, memory and the rate", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), rates, (times, rate) => {
        const size = { numReplicas: 1, minReplicaMemoryGb: 8, maxReplicaMemoryGb: 16 };
        const single = estimateDay(size, rate);
        const scaled = [
          estimateDay({ ...size, numReplicas: times }, rate),
          estimateDay(
            { numReplicas: 1, minReplicaMemoryGb: 8 * times, maxReplicaMemoryGb: 16 * times },
            rate,
          ),
          estimateDay(size, rate.times(times)),
        ];
        for (const estimate of scaled) {
          expect(estimate?.lowCredits?.eq(single?.lowCredits?.times(times) ?? 0)).toBe(true);
          expect(estimate?.highCredits?.eq(single?.highCredits?.times(times) ?? 0)).toBe(true);
        }
      }),
    );
  });
});
