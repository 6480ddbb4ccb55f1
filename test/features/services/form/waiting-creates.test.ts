import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { startRedis } from "../../../../src/demo/redis.ts";
import { submitFilled, titled } from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment({
  ownRedis: true,
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }),
});

const creations = async () =>
  (await environment.received("POST"))
    .filter(({ path }) => path.endsWith("/services"))
    .map(({ status }) => status);

test("a create that the cloud limits for over two minutes fails with the form as typed and when to try again", async () => {
  const { ada } = environment;
  const before = (await creations()).length;
  await environment.faults({
    kind: "status",
    status: 429,
    headers: { "retry-after": "121" },
    times: 1,
    match: { operation: "createService" },
  });
  await submitFilled(ada, "in a while");
  const form = await ada.waitForModal((view) => shownText(view).includes("Nothing was created."));
  expect(shownText(form)).toContain("Try again in 3 minutes");
  expect(shownText(form)).toContain("*Name:* `in a while`");
  expect((await creations()).slice(before)).toEqual([429]);
});

// The last one: a Redis that loses its replicas confirms nothing for a minute.
test("a request is sent once a replica confirms its fence, and its form says why it waits until then", async () => {
  const { ada } = environment;
  const atMain = new Redis(environment.redisUrl);
  onTestFinished(() => atMain.disconnect());
  await atMain.config("SET", "repl-diskless-sync-delay", 0);
  const { port } = new URL(environment.redisUrl);
  const replica = await startRedis({ options: ["--replicaof", "127.0.0.1", port] });
  onTestFinished(() => replica.close());
  const atReplica = new Redis(replica.url);
  await until(async () => (await atMain.info("replication")).includes("state=online"));

  // It stays connected, and applies nothing.
  await atReplica.call("CLIENT", "PAUSE", 600_000, "ALL");
  const before = (await creations()).length;
  await submitFilled(ada, "unconfirmed");
  const waiting = await ada.waitForModal(titled("Waiting"));
  expect(shownText(waiting)).toContain("storage doesn't confirm writes right now");
  expect(await creations()).toHaveLength(before);

  atReplica.disconnect();
  await replica.close();
  const next = await startRedis({ options: ["--replicaof", "127.0.0.1", port] });
  onTestFinished(() => next.close());
  await ada.waitForMessage("databases", "*unconfirmed* is running");
  expect(await creations()).toHaveLength(before + 1);
});
