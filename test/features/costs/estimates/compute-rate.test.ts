import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CostRecord } from "../../../../src/platform/cloud/costs/usage.ts";
import { type RatedService, computeRate } from "../../../../src/features/costs/estimates/compute-rate.ts";
import { costRecord } from "../records.ts";

const id = "a1b2c3d4-0000-4000-8000-000000000001";
const window = { from: "2026-10-21", to: "2026-11-19", now: new Date("2026-11-20T10:00:00Z") };

function service(of: Partial<RatedService> = {}): RatedService {
  return {
    id,
    numReplicas: 2,
    minReplicaMemoryGb: 12,
    createdAt: "2026-01-01T00:00:00Z",
    idleScaling: false,
    ...of,
  };
}

function paid(computeCredits: number, wire: Record<string, unknown> = {}): CostRecord {
  return costRecord({ entityId: id, serviceId: id, metrics: { computeCredits, storageCredits: 5 }, ...wire });
}

function rate(services: RatedService[], records: CostRecord[]) {
  return computeRate({ services, records, ...window });
}

/** The credits of these records for the one service, or "none". */
function creditsOf(...records: CostRecord[]): string {
  return rate([service()], records)?.credits.toString() ?? "none";
}

describe("a compute rate", () => {
  it("is compute credits per GB-hour: replicas, times minimum memory, times hours in the window", () => {
    const found = rate([service()], [paid(1000.1), paid(1000.2, { date: "2026-11-01" })]);
    expect(found).toMatchObject({ serviceCount: 1, mayIdle: false, from: "2026-10-21", to: "2026-11-19" });
    expect(found?.credits.toString()).toBe("2000.3");
    // 2 x 12 GB x 720 h
    expect(found?.gbHours.toString()).toBe("17280");
    expect(found?.creditsPerGbHour.times(17_280).toDecimalPlaces(30).toString()).toBe("2000.3");
  });

  it.each([
    ["at the window's first instant", "2026-10-21T00:00:00Z", "17280"],
    ["on its last day at noon", "2026-11-19T12:00:00.000Z", "288"],
    ["at a time with a zone offset", "2026-11-19T12:00:00+02:00", "336"],
  ])("counts a service that was created %s from then on", (_, createdAt, gbHours) => {
    expect(rate([service({ createdAt })], [paid(10)])?.gbHours.toString()).toBe(gbHours);
  });

  it("weighs services by their size and age", () => {
    const small = service({
      id: "b",
      numReplicas: 1,
      minReplicaMemoryGb: 8,
      createdAt: "2026-11-19T00:00:00Z",
      idleScaling: true,
    });
    const found = rate(
      [service(), small],
      [paid(0.1), paid(0.2, { entityId: "b", serviceId: "b", date: "2026-11-19" })],
    );
    expect(found).toMatchObject({ serviceCount: 2, mayIdle: true });
    expect(found?.gbHours.toString()).toBe("17472");
    expect(found?.credits.toString()).toBe("0.3");
  });

  it.each([
    ["replicas", { numReplicas: undefined }],
    ["memory", { minReplicaMemoryGb: undefined }],
    ["age", { createdAt: undefined }],
    ["readable age", { createdAt: "lately" }],
  ])("omits a service without its %s", (_, untold) => {
    expect(rate([service(untold)], [paid(10)])).toBeUndefined();
    const both = rate([service(untold), service({ id: "b" })], [paid(10), paid(5, { entityId: "b" })]);
    expect(both?.credits.toString()).toBe("5");
    expect(both?.serviceCount).toBe(1);
  });

  it("omits the hours of a service that paid for no compute", () => {
    const found = rate([service(), service({ id: "b" })], [paid(10), paid(0, { entityId: "b" })]);
    expect(found?.gbHours.toString()).toBe("17280");
    expect(found?.serviceCount).toBe(1);
  });

  it("does not exist below 24 GB-hours, or if nothing was paid", () => {
    const young = (createdAt: string) =>
      service({ numReplicas: 1, minReplicaMemoryGb: 8, createdAt: `2026-11-19T${createdAt}Z` });
    expect(rate([young("21:00:00.001")], [paid(1)])).toBeUndefined();
    expect(rate([young("21:00:00.000")], [paid(1)])?.gbHours.toString()).toBe("24");
    expect(rate([service()], [])).toBeUndefined();
    expect(rate([service()], [paid(-3)])).toBeUndefined();
    expect(rate([], [paid(10)])).toBeUndefined();
  });

  it("omits a service that was created after the window", () => {
    expect(rate([service({ createdAt: "2026-11-20T09:00:00Z" })], [paid(10)])).toBeUndefined();
  });
});

describe("a record is a service's own", () => {
  it.each<[string, Record<string, unknown>]>([
    ["by its entity", { serviceId: null }],
    ["by its service, if it names no entity", { entityId: null, entityType: null }],
    ["by its service, if the service has another id as an entity", { entityId: "e", entityType: "SERVICE" }],
    ["in the shape of the specification, without a type", { entityType: null, dataWarehouseId: "w" }],
  ])("%s", (_, wire) => {
    expect(creditsOf(paid(7, wire))).toBe("7");
  });

  it.each<[string, Record<string, unknown>]>([
    ["a warehouse's", { entityId: "w", entityType: "datawarehouse" }],
    ["a warehouse's without a type", { entityId: "w", dataWarehouseId: "w", entityType: null }],
    ["of another kind that belongs to the service", { entityId: "p", entityType: "pipe" }],
    ["another service's", { entityId: "b", serviceId: "b" }],
    ["without an owner", { entityId: null, serviceId: null }],
    ["of a day before", { date: "2026-10-20" }],
    ["of today, which is not over yet", { date: "2026-11-20" }],
  ])("but not if it is %s", (_, wire) => {
    expect(creditsOf(paid(1), paid(7, wire))).toBe("1");
  });

  it("and counts once if it names the service twice", () => {
    expect(creditsOf(paid(7))).toBe("7");
  });
});

describe("the arithmetic of a rate", () => {
  const hundredths = fc.integer({ min: 1, max: 10_000_000 });

  it("is exact: rate times GB-hours gives the paid credits", () => {
    fc.assert(
      fc.property(
        fc.array(hundredths, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 2, max: 89 }).map((fours) => fours * 4),
        (amounts, numReplicas, minReplicaMemoryGb) => {
          const found = rate(
            [service({ numReplicas, minReplicaMemoryGb })],
            amounts.map((amount) => paid(amount / 100)),
          );
          const inAll = amounts.reduce((total, amount) => total + amount, 0);
          expect(found?.credits.times(100).toNumber()).toBe(inAll);
          expect(found?.gbHours.toNumber()).toBe(numReplicas * minReplicaMemoryGb * 720);
          const back = found?.creditsPerGbHour.times(found.gbHours).toDecimalPlaces(30);
          expect(back?.eq(found?.credits ?? 0)).toBe(true);
        },
      ),
    );
  });

  it("does not depend on the order of records and services", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), hundredths)), (pairs) => {
        const services = ["a", "b", "c"].map((known) => service({ id: known }));
        const records = pairs.map(([of, amount]) => paid(amount / 100, { entityId: of, serviceId: of }));
        const one = rate(services, records);
        const other = rate(services.toReversed(), records.toReversed());
        expect(JSON.stringify(one)).toBe(JSON.stringify(other));
      }),
    );
  });
});
