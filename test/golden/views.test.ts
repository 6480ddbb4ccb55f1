import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { stateCommand } from "../../src/app/state-command.ts";
import { createStore } from "../../src/app/store.ts";
import { minuteMs } from "../../src/lib/duration.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { putHook } from "../support/hook.ts";
import { observedEnvironment } from "../support/observed-environment.ts";
import { fits } from "@quartermaster/local-slack/person";
import { shownText } from "../support/slack-person.ts";
import { until } from "../support/until.ts";
import { goldenKeys, goldenViews, goldens, loadGolden } from "./dump.ts";

const golden = (await goldens()).at(-1);
if (!golden) throw new Error("There is no dump of a release.");

const environment = useTestEnvironment({
  startsAt: golden.at,
  environment: ({ standalone }) => ({ ENCRYPTION_KEYS: goldenKeys, ...observedEnvironment({ standalone }) }),
});

/** What Ada sees in every view, without the one moment that moves on: when a connection was last used. */
async function views(): Promise<Record<string, string>> {
  const { ada } = environment;
  const seen: Record<string, string> = {};
  for (const [command, answer] of [["/db services", "*waits*"], ...goldenViews] as const) {
    const before = new Set((await ada.messages("databases")).map(({ ts }) => ts));
    await ada.command("databases", command);
    const message = await ada.waitForMessage(
      "databases",
      (found) => !before.has(found.ts) && fits(found, answer),
    );
    seen[command] = shownText(message);
  }
  const before = (await ada.world()).home?.hash;
  await ada.home();
  seen["Home"] = shownText(await ada.waitForHome(({ hash }) => hash !== before));
  const lastUsed = /(?<=when last used, )<!date[^>]*>/g;
  return Object.fromEntries(
    Object.entries(seen).map(([name, text]) => [name, text.replaceAll(lastUsed, "")]),
  );
}

test("a workspace that is exported, wiped and imported beside another has equal views, and the other is as before", async () => {
  const { app, redisUrl, slack, ada } = environment;
  const redis = new Redis(redisUrl);
  onTestFinished(() => redis.disconnect());
  const folder = await mkdtemp(join(tmpdir(), "views-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const state = (...args: string[]) =>
    stateCommand(args, { REDIS_URL: redisUrl, ENCRYPTION_KEYS: goldenKeys });
  const file = join(folder, "state");

  await app.end("SIGTERM");
  await redis.flushall();
  await loadGolden(redis, golden);
  const other = createStore(redis).workspace("T0BIRCH002");
  const putOther = () => putHook(redisUrl, "T0BIRCH002", { channelId: "C0ALERTS01", name: "of birch" });
  await putOther();
  // The storm's summary is due, and its end. Its message is in another Slack, so it is posted again, with another link.
  environment.passTime(2 * minuteMs);
  await environment.restartApp();
  await ada.waitForMessage("databases", "*waits* is running");
  const { outboxes } = createStore(redis).workspace(slack.teamId);
  await until(async () => (await outboxes.outbox("C0ALERTS01").view(0)).dueMs === undefined);
  const before = await views();

  await environment.app.end("SIGTERM");
  expect((await state("export", file)).isDone).toBe(true);
  await redis.flushall();
  const { hook } = await putOther();
  expect(await state("import", file, "--workspace", slack.teamId)).toMatchObject({ isDone: true });
  expect(await other.hooks.list()).toEqual([hook]);
  await environment.restartApp();
  expect(await views()).toEqual(before);
  expect(await other.hooks.list()).toEqual([hook]);
});
