import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../../src/demo/start-sandbox.ts";
import { type AppHere, startAppHere } from "../../support/app-here.ts";
import { useRedis } from "../../support/redis.ts";
import { signedHeaders } from "../../support/signed-request.ts";

const redis = useRedis();
/** Bolt and Slack both give up after 3 s. */
const promptMs = 1_500;

let slack: LocalSlack;
let app: AppHere;

beforeAll(async () => {
  slack = await startSlack({ page: false });
  app = await startAppHere({
    REDIS_URL: redis.url,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString("base64")}`,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_API_URL: slack.apiUrl,
    CLOUD_BASE_URL: "http://127.0.0.1:1",
    CLOUD_ORGANIZATION_ID: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
    CLOUD_KEY_ID_REF: "env:TEST_KEY",
    CLOUD_KEY_SECRET_REF: "env:TEST_KEY",
    TEST_KEY: "key",
  });
});
afterAll(async () => {
  await app.end("SIGTERM");
  await slack.close();
});

async function send(body: string, type: string) {
  const response = await fetch(`${app.url}/slack/events`, {
    method: "POST",
    body,
    headers: signedHeaders(slack.signingSecret, body, { "content-type": type }),
    signal: AbortSignal.timeout(promptMs),
  });
  return { status: response.status, text: await response.text() };
}

function form(fields: Record<string, string>) {
  return send(new URLSearchParams(fields).toString(), "application/x-www-form-urlencoded");
}

function payload(body: object) {
  const person = { team: { id: slack.teamId }, user: { id: "U1", name: "ada" } };
  return form({ payload: JSON.stringify({ ...person, ...body }) });
}

test.each([
  ["a click without a listener", { type: "block_actions", actions: [{ action_id: "other" }] }],
  ["a click without an action", { type: "block_actions", actions: [] }],
  ["a closed view", { type: "view_closed", view: { callback_id: "form:create-service" } }],
  ["a form of another app", { type: "view_submission", view: { callback_id: "other" } }],
  ["a shortcut", { type: "shortcut", callback_id: "other" }],
  ["a request for options", { type: "block_suggestion", action_id: "other", value: "" }],
  ["a request of an unknown kind", { type: "novelty" }],
])("%s is acknowledged at once", async (_what, body) => {
  expect(await payload(body)).toEqual({ status: 200, text: "" });
});

test("an unknown or incomplete command is acknowledged at once", async () => {
  expect((await form({ command: "/other", team_id: slack.teamId })).status).toBe(200);
  expect((await form({ command: "/db", text: "services" })).status).toBe(200);
});

test.each([
  ["broken", "{broken"],
  ["empty", ""],
  ["another form's", '{"step":2}'],
])("a form with %s metadata is answered as expired", async (_what, private_metadata) => {
  const view = { id: "V1", callback_id: "form:create-service", private_metadata, state: { values: {} } };
  const { status, text } = await payload({ type: "view_submission", view });
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ response_action: "update", view: { callback_id: "notice" } });
  expect(text).toContain("This form has expired, so I sent nothing from it.");
});
