import { expect, test } from "vitest";
import { ask, cloudInTest, organizationOf, passTime } from "../../../test/support/asking.ts";

test("the eleventh request of a key in 10 s is refused with 429", async () => {
  const cloud = await cloudInTest({ rateLimit: true });
  const scale = organizationOf(cloud, "SCALE");
  const answers = [];
  for (let sent = 0; sent < 11; sent += 1) answers.push(await ask(cloud, scale, "/services"));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0].map(String),
  );
  expect(JSON.parse(answers.at(-1)?.text ?? "")).toEqual({ error: "TOO_MANY_REQUESTS" });
});

test("the headers give the limit and the seconds until the window ends", async () => {
  const cloud = await cloudInTest({ rateLimit: true });
  const scale = organizationOf(cloud, "SCALE");
  await ask(cloud, scale, "/services");
  await passTime(cloud, 2500);
  const { headers } = await ask(cloud, scale, "/services");
  expect(headers.get("x-ratelimit-limit")).toBe("10");
  expect(headers.get("x-ratelimit-reset")).toBe("7.5");
});

test("a key's requests are accepted again after its window", async () => {
  const cloud = await cloudInTest({ rateLimit: true });
  const scale = organizationOf(cloud, "SCALE");
  for (let sent = 0; sent < 11; sent += 1) await ask(cloud, scale, "/services");
  await passTime(cloud, 10_000);
  expect((await ask(cloud, scale, "/services")).status).toBe(200);
});

test("requests with one key do not count against another key", async () => {
  const cloud = await cloudInTest({ rateLimit: true });
  for (let sent = 0; sent < 11; sent += 1) await ask(cloud, organizationOf(cloud, "SCALE"), "/services");
  expect((await ask(cloud, organizationOf(cloud, "BASIC"), "/services")).status).toBe(200);
});

test("refused requests have the headers too", async () => {
  const cloud = await cloudInTest({ rateLimit: true });
  const answer = await ask(cloud, organizationOf(cloud, "SCALE"), "/services/unknown");
  expect(answer.status).toBe(404);
  expect(answer.headers.get("x-ratelimit-remaining")).toBe("9");
});
