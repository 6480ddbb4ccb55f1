import { expect, test } from "vitest";
import {
  WireNames,
  fromWire,
  neutralWireNames,
  toWire,
  toWirePath,
} from "../../../src/platform/cloud/connection.ts";

const names = WireNames.parse({ engineVersion: "acmeVersion", credits: "ACU", observability: "acmescope" });
const wire = {
  service: { acmeVersion: "26.8", tags: ["acmeVersion"] },
  grandTotalACU: 3,
  costs: [{ metrics: { computeACU: 1, storageACU: 2 }, note: null }],
};
const neutral = {
  service: { engineVersion: "26.8", tags: ["acmeVersion"] },
  grandTotalCredits: 3,
  costs: [{ metrics: { computeCredits: 1, storageCredits: 2 }, note: null }],
};

test("names are translated at every depth, values are left alone", () => {
  expect(fromWire(wire, names)).toEqual(neutral);
});

test("the way to the wire and back gives the same", () => {
  expect(toWire(neutral, names)).toEqual(wire);
  expect(fromWire(toWire(neutral, names), names)).toEqual(neutral);
});

test("neutral names change nothing", () => {
  expect(fromWire(neutral, neutralWireNames)).toEqual(neutral);
  expect(neutralWireNames).toEqual({
    engineVersion: "engineVersion",
    credits: "Credits",
    observability: "observability",
  });
});

test("the observability segment of a path is the deployment's own", () => {
  expect(
    toWirePath("/v1/organizations/{organizationId}/services/{serviceId}/observability/alerts", names),
  ).toBe("/v1/organizations/{organizationId}/services/{serviceId}/acmescope/alerts");
  expect(toWirePath("/api/v2/alerts", names)).toBe("/api/v2/alerts");
});

test("a key that could reach an object's prototype stays a plain key", () => {
  const read = fromWire(JSON.parse('{"__proto__":{"polluted":true}}'), names);
  expect(Object.hasOwn(Object(read), "__proto__")).toBe(true);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});
