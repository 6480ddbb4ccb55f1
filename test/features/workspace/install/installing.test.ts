import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../../../src/demo/start-sandbox.ts";
import { type AppHere, startAppHere } from "../../../support/app-here.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { person } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const redis = useRedis();
let slack: LocalSlack;
let app: AppHere;

beforeAll(async () => {
  slack = await startSlack({ page: false });
  app = await startAppHere(
    {
      REDIS_URL: redis.url,
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString("base64")}`,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_API_URL: slack.apiUrl,
      CLOUD_BASE_URL: "http://127.0.0.1:9",
      CLOUD_ORGANIZATION_ID: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
      CLOUD_KEY_ID_REF: "env:TEST_KEY",
      CLOUD_KEY_SECRET_REF: "env:TEST_KEY",
      TEST_KEY: "a key",
    },
    { erasePace: { everyMs: 50, forMs: 200 } },
  );
  slack.setAppUrl(app.url);
});
afterAll(async () => {
  await app.end("SIGTERM");
  await slack.close();
});

test("with one workspace's token there is nothing to install, and removing the app erases the workspace", async () => {
  await until(async () => (await fetch(`${app.url}/readyz`)).ok);
  expect((await fetch(`${app.url}/slack/install`)).status).toBe(404);

  await using ada = person(slack, "Ada Park");
  await ada.command("databases", "/db hook create #databases");
  await ada.waitForMessage("databases", "is ready. Alerts posted");
  const left = async () => (await contentsOf(redis.client)).filter((entry) => entry.includes(slack.teamId));
  expect(await left()).not.toEqual([]);
  await fetch(`${slack.url}/page/uninstall`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ how: "revoked" }),
  });
  await until(async () => (await left()).length === 0);
});
