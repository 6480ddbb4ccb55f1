import { expect, test } from "vitest";
import { z } from "zod";
import { Service } from "../../../src/platform/cloud/services/service.ts";
import type { ReferenceCloud } from "../src/server.ts";
import { ask, askJson, cloudInTest, control, organizationOf } from "../../../test/support/asking.ts";

const json = { "content-type": "application/json" };

async function create(cloud: ReferenceCloud) {
  return ask(cloud, organizationOf(cloud, "BASIC"), "/services", {
    method: "POST",
    headers: json,
    body: "{}",
  });
}

async function serviceCount(cloud: ReferenceCloud): Promise<number> {
  const answer = await askJson(cloud, organizationOf(cloud, "BASIC"), "/services");
  return z.array(Service).parse(answer.result).length;
}

test("a status fault responds in the server's error shape, and does no work", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "status", status: 503, times: 1 }]);
  const answer = await create(cloud);
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.text)).toMatchObject({ status: 503, requestId: expect.any(String) });
  expect(await serviceCount(cloud)).toBe(0);
});

test("a status fault can come after the work", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "status", status: 500, when: "after", times: 1 }]);
  expect((await create(cloud)).status).toBe(500);
  expect(await serviceCount(cloud)).toBe(1);
});

test("a status fault can bring its own body and headers", async () => {
  const cloud = await cloudInTest();
  const fault = { kind: "status", status: 502, body: "Bad Gateway", headers: { "retry-after": "3" } };
  await control(cloud, "/faults", [fault]);
  const answer = await create(cloud);
  expect(answer).toMatchObject({ status: 502, text: "Bad Gateway" });
  expect(answer.headers.get("retry-after")).toBe("3");
  expect(answer.headers.get("content-type")).toContain("text/plain");
});

test.each([204, 205, 304])("a fault can respond with %i, which has no body", async (status) => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "status", status, body: "left out" }]);
  expect(await create(cloud)).toMatchObject({ status, text: "" });
});

test.each([{ "not a name": "x" }, { name: "two\nlines" }])(
  "a fault with the unsendable headers %j is refused",
  async (headers) => {
    const cloud = await cloudInTest();
    const answer = await control(cloud, "/faults", [{ kind: "status", status: 500, headers }]);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("must be headers that HTTP can carry") },
    });
  },
);

test("a fault's 429 has the body of a real one", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "status", status: 429 }]);
  expect(JSON.parse((await create(cloud)).text)).toEqual({ error: "TOO_MANY_REQUESTS" });
});

test("a fault lasts for its number of requests, or until faults are removed", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [
    { kind: "status", status: 500, times: 2 },
    { kind: "status", status: 503 },
  ]);
  const statuses = [];
  for (let sent = 0; sent < 4; sent += 1) statuses.push((await create(cloud)).status);
  expect(statuses).toEqual([500, 500, 503, 503]);
  await control(cloud, "/faults", undefined, "DELETE");
  expect((await create(cloud)).status).toBe(200);
});

test.each([
  { method: "POST" },
  { operation: "createService" },
  { pathPattern: "/v1/organizations/:organizationId/services", method: "POST" },
])("a fault for %j affects only those requests", async (match) => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "status", status: 500, match }]);
  expect((await create(cloud)).status).toBe(500);
  expect(await serviceCount(cloud)).toBe(0);
});

test("a connection dropped before the work prevents the work", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "drop-before", times: 1 }]);
  await expect(create(cloud)).rejects.toThrow("fetch failed");
  expect(await serviceCount(cloud)).toBe(0);
});

test("a connection dropped after the work does not undo it", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "drop-after", times: 1 }]);
  await expect(create(cloud)).rejects.toThrow("fetch failed");
  expect(await serviceCount(cloud)).toBe(1);
});

test("a malformed response is half of its JSON, after the work", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "malformed", times: 1 }]);
  const answer = await create(cloud);
  expect(answer.status).toBe(200);
  expect(() => JSON.parse(answer.text)).toThrow(SyntaxError);
  expect(await serviceCount(cloud)).toBe(1);
});

test("a malformed response can end with a dropped connection", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "malformed", cut: "connection", times: 1 }]);
  await expect(create(cloud)).rejects.toThrow("terminated");
  expect(await serviceCount(cloud)).toBe(1);
});

test.each([
  [{ kind: "html" }, 502, "502 bad gateway"],
  [{ kind: "unserved" }, 404, "Cannot POST /v1/organizations/"],
])("%j responds with an HTML page and does no work", async (fault, status, words) => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ ...fault, times: 1 }]);
  const answer = await create(cloud);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toContain("text/html");
  expect(answer.text).toContain(words);
  expect(await serviceCount(cloud)).toBe(0);
});

test.each(["before", "after"])(
  "a delay %s the work holds the response back for its whole time",
  async (when) => {
    const cloud = await cloudInTest();
    await control(cloud, "/faults", [{ kind: "delay", ms: 60, when, times: 1 }]);
    const startedAt = performance.now();
    expect((await create(cloud)).status).toBe(200);
    // A timer may fire a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(59);
  },
);

test("a server closes without waiting for a delay", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "delay", ms: 60_000 }]);
  const lost = create(cloud).catch((error: unknown) => error);
  await expect.poll(async () => (await control(cloud, "/requests", undefined, "GET")).body).toHaveLength(1);
  await cloud.close();
  expect(await lost).toBeInstanceOf(TypeError);
});

/** The statuses of 60 requests, about half of them with a fault. */
async function drawnStatuses(seed: string): Promise<number[]> {
  const cloud = await cloudInTest();
  const from = [
    { share: 0.2, fault: { kind: "status", status: 500 } },
    { share: 0.3, fault: { kind: "status", status: 503 } },
  ];
  await control(cloud, "/faults", [{ kind: "draw", seed, from, match: { operation: "createService" } }]);
  const statuses: number[] = [];
  for (let request = 0; request < 60; request += 1) statuses.push((await create(cloud)).status);
  return statuses;
}

test("faults are drawn by their shares, and the same seed draws the same faults", async () => {
  const statuses = await drawnStatuses("one");
  expect(await drawnStatuses("one")).toEqual(statuses);
  expect(await drawnStatuses("two")).not.toEqual(statuses);
  const count = (status: number) => statuses.filter((each) => each === status).length;
  expect(count(200)).toBeGreaterThan(15);
  expect(count(500)).toBeGreaterThan(3);
  expect(count(503)).toBeGreaterThan(6);
});

test.each([
  [[{ kind: "explode" }], "[0].kind"],
  [[{ kind: "status" }], "[0].status"],
  [[{ kind: "delay", ms: -1 }], "[0].ms"],
  [[{ kind: "html", times: 0 }], "[0].times"],
  [[{ kind: "html", match: { operation: "dropTable" } }], "must be one of createService, "],
  [[{ kind: "html", match: { pathPattern: "services" } }], "must be a path pattern such as"],
  [[{ kind: "draw", from: [] }], "[0].from"],
  [[{ kind: "draw", from: [{ share: 1.1, fault: { kind: "html" } }] }], "[0].from[0].share"],
  [
    [{ kind: "draw", from: [0.6, 0.6].map((share) => ({ share, fault: { kind: "html" } })) }],
    "must have shares that are 1 together at most",
  ],
  [{ kind: "html" }, "expected array"],
])("%j is refused as a list of faults, and the response says where", async (faults, words) => {
  const cloud = await cloudInTest();
  const answer = await control(cloud, "/faults", faults);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(words);
});
