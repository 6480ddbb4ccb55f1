import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { provisioningRequests } from "../../../src/features/services/provisioning/progress.ts";
import { createStore } from "../../../src/app/store.ts";
import { submitFilled, titled } from "../../support/create-walk.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import type { SeenMessage, SlackPerson } from "../../support/slack-person.ts";
import * as texts from "../../../src/features/services/announcement/texts.ts";
import { until } from "../../support/until.ts";
import { correctionText } from "../../../src/features/services/announcement/advance.ts";

const environment = useTestEnvironment({
  environment: () => ({
    CLOUD_TIMEOUT_SECONDS: "2",
    CLOUD_SETTLE_SECONDS: "2",
    CLOUD_REQUESTS_PER_10_SECONDS: "1000",
  }),
});
const onCreate = { times: 1, match: { operation: "createService" } };

async function directMessages(ada: SlackPerson, name: string): Promise<SeenMessage[]> {
  return (await ada.messages("direct")).filter(({ text }) => text.includes(name));
}

async function withRedis<T>(
  work: (redis: Redis, log: ReturnType<typeof provisioningRequests>) => Promise<T>,
): Promise<T> {
  const redis = new Redis(environment.redisUrl);
  try {
    return await work(redis, provisioningRequests(redis, environment.slack.teamId));
  } finally {
    await redis.quit();
  }
}

const kept = (requestId: string) => withRedis((_, log) => log.find(requestId));

/** The id of the request with this status; empty if there is none. */
const requestIn = (status: string) =>
  withRedis(async (redis) => {
    const keys = await redis.keys("qm:*:request:*");
    const texts = await Promise.all(keys.map((key) => redis.get(key)));
    const key = keys.find((_, index) => texts[index]?.includes(`"status":"${status}"`));
    return key?.split(":").at(-1) ?? "";
  });

/** Resolves a request, as another process might have done in the meantime. */
const keepInstead = (requestId: string, progress: object) =>
  withRedis(async (redis) => {
    const [key = ""] = await redis.keys(`qm:*:request:${requestId}`);
    await redis.set(key, JSON.stringify(progress), "KEEPTTL");
  });

test("if an answer comes after the request was resolved as not created, its person is notified, with the costs", async () => {
  const { ada } = environment;
  await environment.faults({ ...onCreate, kind: "delay", ms: 1_500, when: "after" });
  await submitFilled(ada, "late one");
  await until(async () => (await requestIn("sending")) !== "");
  await keepInstead(await requestIn("sending"), {
    status: "failed",
    message: "It is not there.",
    notified: true,
  });
  await until(async () => (await directMessages(ada, "late one")).length > 0);
  const [correction] = await directMessages(ada, "late one");
  expect(correction?.text).toContain("*late one was created after all.*");
  const recorded = await withRedis((redis) =>
    createStore(redis).workspace(environment.slack.teamId).audit.read({ limit: 10 }),
  );
  expect(recorded.find(({ action }) => action === "service.create")).toMatchObject({
    result: "done",
    subject: "late one",
    detail: expect.stringContaining("The answer came late"),
  });
  await ada.waitForMessage("databases", "*late one* is running");
});

test("a lost answer of a request that was resolved as not created starts another search", async () => {
  const { ada } = environment;
  await environment.faults({ ...onCreate, kind: "delay", ms: 10_000, when: "after" });
  await submitFilled(ada, "late and lost");
  await until(async () => (await requestIn("sending")) !== "");
  await keepInstead(await requestIn("sending"), {
    status: "failed",
    message: "It is not there.",
    notified: true,
  });
  await until(async () => (await directMessages(ada, "late and lost")).length > 0);
  const [correction] = await directMessages(ada, "late and lost");
  expect(correction?.text).toContain("*late and lost was created after all.*");
});

test("a search that finds nothing again does not notify its person again", async () => {
  const { ada } = environment;
  await environment.faults({ ...onCreate, kind: "drop-before" });
  await submitFilled(ada, "late and gone");
  await ada.waitForModal(titled("Looking"));
  const requestId = await requestIn("unknown");
  await keepInstead(requestId, { ...(await kept(requestId)), reopened: true });
  await until(async () => (await kept(requestId))?.status === "failed");
  expect(await kept(requestId)).toMatchObject({ notified: true });
  expect(await directMessages(ada, "late and gone")).toEqual([]);
});

test("a correction names the service and its supposed state, and says that each service costs money", () => {
  const corrected = correctionText({ name: "orders <prod>", serviceId: "s1", corrects: {} });
  expect(corrected).toBe(texts.createdAfterAll("orders &lt;prod&gt;", texts.itsId("`s1`")));
  const other = correctionText({ name: "orders", serviceId: "s1", corrects: { serviceId: "s2" } });
  expect(other).toBe(texts.anotherService("orders", texts.itsId("`s1`"), "`s2`"));
  for (const text of [corrected, other]) expect(text).toContain("costs money");
});
