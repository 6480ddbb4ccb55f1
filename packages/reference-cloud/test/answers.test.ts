import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ask, askJson, basic, cloudInTest, organizationOf } from "../../../test/support/asking.ts";

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("a success has a status, a result and a unique request id", async () => {
  const cloud = await cloudInTest();
  const scale = organizationOf(cloud, "SCALE");
  const answers = await Promise.all([1, 2, 3].map(() => askJson(cloud, scale, "/services")));
  expect(answers.every(({ status, result }) => status === 200 && Array.isArray(result))).toBe(true);
  for (const { requestId } of answers) expect(requestId).toMatch(uuidV4);
  expect(new Set(answers.map(({ requestId }) => requestId)).size).toBe(3);
});

test("an unknown service is a 404 in JSON with a request id", async () => {
  const cloud = await cloudInTest();
  const answer = await askJson(cloud, organizationOf(cloud, "SCALE"), "/services/unknown/backups");
  expect(answer).toMatchObject({ httpStatus: 404, error: expect.stringMatching(/^NOT_FOUND: /) });
  expect(answer.requestId).toMatch(uuidV4);
});

test("another organization's service counts as unknown", async () => {
  const cloud = await cloudInTest();
  const [service] = organizationOf(cloud, "SCALE").services;
  const answer = await ask(cloud, organizationOf(cloud, "ENTERPRISE"), `/services/${service?.id}`);
  expect(answer.status).toBe(404);
});

test.each([
  ["GET", "/nothing"],
  ["DELETE", "/services"],
])("an unserved route answers %s %s with a 404 in HTML", async (method, path) => {
  const cloud = await cloudInTest();
  const answer = await ask(cloud, organizationOf(cloud, "SCALE"), path, { method });
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toContain("text/html");
  expect(answer.text).toContain(`Cannot ${method} /v1/organizations/`);
});

test("a client that reads only after sending everything gets the response to a too large body", async () => {
  const cloud = await cloudInTest();
  const basicTier = organizationOf(cloud, "BASIC");
  const { hostname, port } = new URL(cloud.url);
  const body = "a".repeat(4 * 1024 * 1024);
  const head = [
    `POST /v1/organizations/${basicTier.organizationId}/services HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: ${basic(basicTier)}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(Number(port), hostname).pause();
  onTestFinished(() => void socket.destroy());
  const { promise: isSent, resolve, reject } = Promise.withResolvers<void>();
  socket.once("error", reject);
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`, () => resolve());
  await isSent;
  const [answer] = await once(socket.setEncoding("utf8").resume(), "data");
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test("an organization's id may be in capitals", async () => {
  const cloud = await cloudInTest();
  const scale = organizationOf(cloud, "SCALE");
  const shouted = { ...scale, organizationId: scale.organizationId.toUpperCase() };
  expect(await askJson(cloud, shouted, "/services")).toMatchObject({ httpStatus: 200 });
});

test.each([
  ["broken JSON", 400, "application/json", '{"name":'],
  ["a form", 415, "application/x-www-form-urlencoded", "name=orders"],
  ["more than 256 KB", 413, "application/json", JSON.stringify({ name: "a".repeat(256 * 1024) })],
])("%s is refused with %i and creates nothing", async (_, status, contentType, body) => {
  const cloud = await cloudInTest();
  const basicTier = organizationOf(cloud, "BASIC");
  const headers = { "content-type": contentType };
  const answer = await ask(cloud, basicTier, "/services", { method: "POST", headers, body });
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({ status });
  expect(await askJson(cloud, basicTier, "/services")).toMatchObject({ result: [] });
});
