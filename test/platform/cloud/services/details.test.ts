import { expect, test } from "vitest";
import { Service, detailsOf } from "../../../../src/platform/cloud/services/service.ts";

test("every documented field of a service is kept, without secrets and unknown fields", () => {
  const answer = Service.parse({
    id: "e36f776b-1",
    name: "orders",
    engineVersion: "25.8",
    endpoints: [{ protocol: "https", host: "h", port: 8443, username: "default", token: "t" }],
    ipAccessList: [{ source: "203.0.113.0/24", description: "office", note: "n" }],
    isPrimary: true,
    dataWarehouseId: "w-1",
    encryptionKey: "a-secret-key",
    futureField: "later",
  });
  expect(detailsOf(answer)).toEqual({
    id: "e36f776b-1",
    name: "orders",
    engineVersion: "25.8",
    endpoints: [{ protocol: "https", host: "h", port: 8443, username: "default" }],
    ipAccessList: [{ source: "203.0.113.0/24", description: "office" }],
    isPrimary: true,
    dataWarehouseId: "w-1",
    hasEncryptionKey: true,
  });
});

test("a long answer is cut before it is kept", () => {
  const endpoints = Array.from({ length: 1_000 }, () => ({ host: "x".repeat(10_000) }));
  const kept = JSON.stringify(detailsOf(Service.parse({ id: "s", endpoints })));
  expect(kept.length).toBeLessThan(60_000);
});
