import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { useTestEnvironment } from "../../../support/environment.ts";
import { newTriggerId, sendPayload, signedHeaders } from "../../../support/signed-request.ts";
import { sendEvent } from "../../../support/signed-event.ts";

const environment = useTestEnvironment();

const elsewhere = "T0OTHER001";

/** Every kind of body that Slack signs, of a person in another workspace. */
const bodies: Record<string, object> = {
  click: {
    type: "block_actions",
    actions: [{ type: "button", action_id: "command", value: "costs last month" }],
  },
  shortcut: { type: "message_action", callback_id: "ask", message: { text: "costs" } },
  "submitted form": {
    type: "view_submission",
    view: { id: "V1", type: "modal", callback_id: "form:create-service" },
  },
};

async function command(team: object): Promise<string> {
  const { app, slack } = environment;
  const fields = { command: "/db", text: "services", user_id: "U0OTHER01", channel_id: "C0OTHER01", ...team };
  const body = new URLSearchParams({ ...fields, trigger_id: newTriggerId() }).toString();
  const headers = signedHeaders(slack.signingSecret, body);
  return (await fetch(`${app.url}/slack/events`, { method: "POST", body, headers })).text();
}

async function keysOfOthers(): Promise<string[]> {
  const redis = new Redis(environment.redisUrl);
  onTestFinished(() => redis.disconnect());
  return redis.keys(`*${elsewhere}*`);
}

test("a command of another workspace is refused with the reason", async () => {
  expect(await command({ team_id: elsewhere })).toContain("works for another workspace");
  expect(await command({ team_id: environment.slack.teamId })).not.toContain("another workspace");
});

test("a command of another organization is refused", async () => {
  const organization = { enterprise_id: "E0OTHER001", is_enterprise_install: "true" };
  expect(await command({ team_id: environment.slack.teamId, ...organization })).toContain(
    "another workspace",
  );
});

test.each(Object.entries(bodies))(
  "a %s of another workspace is answered, and reads and keeps nothing",
  async (_, body) => {
    const { app, slack } = environment;
    const before = await environment.received("GET");
    const team = { team: { id: elsewhere }, user: { id: "U0OTHER01", username: "eve" } };
    const place = { channel: { id: "C0OTHER01" }, trigger_id: newTriggerId() };
    const response = await sendPayload(app.url, slack.signingSecret, { ...place, ...body, ...team });
    expect(response.status).toBe(200);
    expect(await environment.received("GET")).toHaveLength(before.length);
    expect(await keysOfOthers()).toEqual([]);
  },
);

test("an event of another workspace is acknowledged, and keeps nothing", async () => {
  const event = { type: "app_home_opened", user: "U0OTHER01", tab: "home" };
  const payload = { type: "event_callback", team_id: elsewhere, event_id: "Ev1", event };
  expect(await sendEvent(environment.slack, payload)).toBe(200);
  expect(await keysOfOthers()).toEqual([]);
});
