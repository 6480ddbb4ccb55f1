import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PriceBasis } from "../../../../src/features/costs/estimates/price-basis.ts";
import {
  type Price,
  type RequestedSize,
  formatEstimate,
  mostCreditsAMonth,
  priceOf,
  shortPrice,
} from "../../../../src/features/costs/estimates/price.ts";
import { Credits } from "../../../../src/lib/money.ts";
import { validServiceRequest } from "../../../support/service-request-arbitraries.ts";

function basisAt(creditsPerGbHour: string | number, of: Partial<PriceBasis> = {}): PriceBasis {
  const text = new Credits(creditsPerGbHour).toFixed();
  return { connection: "default", rate: { status: "admin", creditsPerGbHour: text }, ...of };
}

function known(price: Price): Extract<Price, { status: "known" }> {
  if (price.status !== "known") throw new Error(`The price is ${price.status}.`);
  return price;
}

/** A price's day in one line: at the smallest size, with its busy hours, and at the largest size. */
function day(size: RequestedSize, of: Partial<PriceBasis> = {}, rate: string | number = 1): string {
  const price = priceOf(size, basisAt(rate, of));
  if (price.status !== "known") return price.status;
  const { low, usual, high, replicas } = price;
  const usualDay = usual ? [...new Set([usual.from.toFixed(), usual.to.toFixed()])].join("-") : "?";
  return `${low?.toFixed() ?? "?"} | ${usualDay} | ${high?.toFixed() ?? "?"} by ${replicas.from}`;
}

const own: PriceBasis["rate"] = {
  status: "own",
  creditsPerGbHour: new Credits("1203.84").div(17_280).toFixed(),
  mayIdle: false,
};
const request = { numReplicas: 1, minReplicaMemoryGb: 8, maxReplicaMemoryGb: 32, idleScaling: true };
const words = (of: RequestedSize = {}, basis: Partial<PriceBasis> = {}) =>
  formatEstimate(priceOf({ ...request, ...of }, { connection: "default", rate: own, ...basis }));

describe("a price", () => {
  const size = { minReplicaMemoryGb: 16, maxReplicaMemoryGb: 64 };
  it.each<[string, RequestedSize, Partial<PriceBasis>, string]>([
    [
      "counts the replicas that are asked for",
      { ...size, numReplicas: 2 },
      { usualReplicas: 3 },
      "768 | 1056 | 3072 by request",
    ],
    [
      "counts those of the workspace's own services if none are asked for",
      size,
      { usualReplicas: 3 },
      "1152 | 1584 | 4608 by own",
    ],
    [
      "has two usual ends, and never a number between them, if nothing tells the replicas",
      size,
      {},
      "384 | 528-1584 | 4608 by cloud",
    ],
    [
      "has no upper bound without a largest size",
      { numReplicas: 1, minReplicaMemoryGb: 8 },
      {},
      "192 | ? | ? by request",
    ],
    [
      "has no lower bound without a smallest size",
      { numReplicas: 1, maxReplicaMemoryGb: 8 },
      {},
      "? | ? | 192 by request",
    ],
    [
      "treats total memory as that of three replicas",
      { numReplicas: 3, minTotalMemoryGb: 24, maxTotalMemoryGb: 24 },
      {},
      "576 | 576 | 576 by request",
    ],
    [
      "uses replica memory if both are given",
      { numReplicas: 1, minReplicaMemoryGb: 8, minTotalMemoryGb: 48, maxTotalMemoryGb: 48 },
      {},
      "192 | ? | ? by request",
    ],
    ["does not exist if the size is left to the cloud", { numReplicas: 3 }, {}, "unsized"],
    ["does not exist without a rate", { ...size }, { rate: { status: "none" } }, "none"],
  ])("%s", (_, of, basis, expected) => {
    expect(day(of, basis)).toBe(expected);
  });

  it("is exact in decimals", () => {
    const small = { numReplicas: 1, minReplicaMemoryGb: 8, maxReplicaMemoryGb: 12 };
    expect(day(small, {}, "0.1")).toBe("19.2 | 20.4 | 28.8 by request");
  });

  it("is read while there is no basis", () => {
    expect(priceOf(size, undefined)).toEqual({ status: "reading" });
  });

  const rates = fc.integer({ min: 1, max: 1_000_000 }).map((millionths) => new Credits(millionths).div(1e6));
  const history = fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined });

  it("exists for every valid request with a size, and its bounds are in order", () => {
    fc.assert(
      fc.property(validServiceRequest(), rates, history, (wanted, rate, usualReplicas) => {
        const price = priceOf(wanted, basisAt(rate.toFixed(), { usualReplicas }));
        const { minReplicaMemoryGb, maxReplicaMemoryGb, minTotalMemoryGb, maxTotalMemoryGb } = wanted;
        const sizes = [minReplicaMemoryGb, maxReplicaMemoryGb, minTotalMemoryGb, maxTotalMemoryGb];
        expect(price.status === "known").toBe(sizes.some((each) => each !== undefined));
        if (price.status !== "known") return;
        const { low, usual, high } = price;
        if (!usual || !low || !high) return;
        const inOrder = [low, usual.from, usual.to, high];
        expect(inOrder.toSorted((a, b) => a.comparedTo(b)).join()).toBe(inOrder.join());
      }),
    );
  });

  it("is proportional to replicas, memory and the rate, and never lower for a larger service", () => {
    const base = { numReplicas: 1, minReplicaMemoryGb: 8, maxReplicaMemoryGb: 16 };
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), rates, (times, rate) => {
        const single = known(priceOf(base, basisAt(rate.toFixed())));
        const scaled = [
          priceOf({ ...base, numReplicas: times }, basisAt(rate.toFixed())),
          priceOf(
            { ...base, minReplicaMemoryGb: 8 * times, maxReplicaMemoryGb: 16 * times },
            basisAt(rate.toFixed()),
          ),
          priceOf(base, basisAt(rate.times(times).toFixed())),
        ].map(known);
        for (const { low, usual, high } of scaled) {
          expect(low?.eq(single.low?.times(times) ?? 0)).toBe(true);
          expect(usual?.to.eq(single.usual?.to.times(times) ?? 0)).toBe(true);
          expect(high?.eq(single.high?.times(times) ?? 0)).toBe(true);
        }
      }),
    );
  });
});

describe("a price in words", () => {
  it("is one line with the usual month, the most, and all that it assumes", () => {
    expect(words()).toBe(
      "*Estimate:* about 550 credits a month, at most 1,605.12 credits a month, compute only. It assumes 1 replica, 3 busy hours a day at 32 GB and the rest at 8 GB, never asleep, at the rate of your own services.",
    );
  });

  it.each<[string, RequestedSize, Partial<PriceBasis>, string]>([
    [
      "one number if both sizes are the same",
      { maxReplicaMemoryGb: 8 },
      {},
      "*Estimate:* about 400 credits a month, compute only. It assumes 1 replica, always at 8 GB,",
    ],
    [
      "a lower bound if the cloud chooses the largest size",
      { maxReplicaMemoryGb: undefined },
      {},
      "at least 401.28 credits a month, compute only.",
    ],
    [
      "an upper bound if the cloud chooses the smallest size",
      { minReplicaMemoryGb: undefined },
      {},
      "at most 1,605.12 credits a month, compute only.",
    ],
    [
      "both ends if nothing tells the replicas",
      { numReplicas: undefined },
      {},
      "*Estimate:* 550 to 1,700 credits a month, at most 4,815.36 credits a month, compute only. It assumes 1 to 3 replicas, as the cloud decides, ",
    ],
    [
      "the replicas of the workspace's own services",
      { numReplicas: undefined },
      { usualReplicas: 3 },
      "*Estimate:* about 1,700 credits a month, at most 4,815.36 credits a month, compute only. It assumes 3 replicas as your own services usually have, ",
    ],
    [
      "money too",
      {},
      { credit: { amount: "0.30", currency: "EUR" } },
      "*Estimate:* about 550 credits or €165.00 a month, at most 1,605.12 credits (€481.54) a month",
    ],
    [
      "the admin's rate",
      {},
      { rate: { status: "admin", creditsPerGbHour: "0.14" } },
      "at the rate that your admin set.",
    ],
    [
      "that the services of the rate may have slept",
      {},
      { rate: { ...own, mayIdle: true } },
      "of your own services, which is too low if they slept.",
    ],
    [
      "how to get a basis",
      {},
      { rate: { status: "none" } },
      "`/db services add &lt;service id&gt; &lt;name&gt;`",
    ],
    [
      "why it couldn't be read",
      {},
      { rate: { status: "unreadable", reason: "The database cloud is away." } },
      "The database cloud is away.",
    ],
  ])("says %s", (_, of, basis, expected) => {
    expect(words(of, basis)).toContain(expected);
  });

  it("says that it is being read, or that the cloud chooses the size", () => {
    expect(formatEstimate(priceOf(request, undefined))).toContain("reading");
    expect(formatEstimate(priceOf({ numReplicas: 3 }, basisAt(1)))).toContain("*Estimate:* none");
  });

  it("fits into the room there is, or is left out; it is never cut", () => {
    const price = priceOf(
      { minReplicaMemoryGb: 64, maxReplicaMemoryGb: 120 },
      basisAt("0.5", { credit: { amount: "0.30", currency: "EUR" } }),
    );
    expect(shortPrice(price)).toBe("26,000 to 77,000 credits or €7,800.00 to €23,100.00 a month");
    expect(shortPrice(price, 40)).toBe("€7,800.00 to €23,100.00 a month");
    expect(shortPrice(price, 10)).toBeUndefined();
  });

  it("rounds the usual month to two digits, within five percent", () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 10_000_000 }), (thousandths) => {
        const rate = new Credits(thousandths).div(1000);
        const shown = shortPrice(priceOf({ ...request, maxReplicaMemoryGb: 8 }, basisAt(rate.toFixed())));
        const [, number = ""] = /^about ([\d,.]+) credits/.exec(shown ?? "") ?? [];
        const exact = rate.times(192).times(30);
        const off = new Credits(number.replaceAll(",", "")).minus(exact).abs();
        expect(off.lte(exact.times("0.05"))).toBe(true);
      }),
    );
  });

  it("compares as the most what it says as the most", () => {
    const price = priceOf(request, { connection: "default", rate: own });
    expect(mostCreditsAMonth(price)?.toFixed(2)).toBe("1605.12");
  });
});
