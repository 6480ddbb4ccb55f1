import { expect, test } from "vitest";
import { ask, askJson, basic, cloudInTest, organizationOf } from "../../../test/support/asking.ts";

test("a seeded key is accepted", async () => {
  const cloud = await cloudInTest();
  expect((await ask(cloud, organizationOf(cloud, "SCALE"), "/services")).status).toBe(200);
});

test.each([
  ["no authorization", ""],
  ["a bearer token", "Bearer abc"],
  ["a wrong secret", basic({ keyId: "abc", keySecret: "wrong" })],
  ["text that is not base64", "Basic !!!"],
])("%s is refused with a 401 that names the required scheme", async (_, authorization) => {
  const cloud = await cloudInTest();
  const answer = await ask(cloud, organizationOf(cloud, "SCALE"), "/services", {
    headers: { authorization },
  });
  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toContain("Basic");
  expect(JSON.parse(answer.text)).toMatchObject({
    status: 401,
    error: expect.stringMatching(/^UNAUTHORIZED: /),
  });
});

test("the right key id with another organization's secret is refused", async () => {
  const cloud = await cloudInTest();
  const { keyId } = organizationOf(cloud, "SCALE");
  const { keySecret } = organizationOf(cloud, "BASIC");
  const headers = { authorization: basic({ keyId, keySecret }) };
  expect((await ask(cloud, organizationOf(cloud, "SCALE"), "/services", { headers })).status).toBe(401);
});

test("a key reaches only its own organization", async () => {
  const cloud = await cloudInTest();
  const stranger = {
    ...organizationOf(cloud, "BASIC"),
    organizationId: organizationOf(cloud, "SCALE").organizationId,
  };
  const answer = await askJson(cloud, stranger, "/services");
  expect(answer).toMatchObject({
    httpStatus: 403,
    status: 403,
    error: expect.stringMatching(/^FORBIDDEN: /),
  });
});
