import { afterEach, expect, test } from "vitest";
import { readConfig } from "../../src/app/config/config.ts";
import { conversations } from "../../src/platform/ask/conversations.ts";
import { auditLog } from "../../src/platform/audit/log.ts";
import { dayInSeconds, dayMs } from "../../src/lib/duration.ts";
import { keptFor, keys, retain, ttlInSeconds, usualRetention } from "../../src/platform/redis/keys.ts";
import { useRedis } from "../support/redis.ts";

const usualEnvironment = {
  ENCRYPTION_KEYS: `k1:${Buffer.from("encryption-keys-value-is-32-byte").toString("base64")}`,
  SLACK_SIGNING_SECRET: "signing-secret-value",
  SLACK_BOT_TOKEN: "xoxb-bot-token-value",
  CLOUD_BASE_URL: "https://api.cloud.example.com/",
  CLOUD_ORGANIZATION_ID: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
  CLOUD_KEY_ID_REF: "env:CLOUD_KEY_ID",
  CLOUD_KEY_SECRET_REF: "file:/run/secrets/cloud_key_secret",
};

const redis = useRedis();
afterEach(() => retain(usualRetention));

const settings = { AUDIT_DAYS: "90", INCIDENT_DAYS: "120", CONVERSATION_MINUTES: "5", DRAFT_HOURS: "2" };

test("without settings, records about people are kept as long as before", () => {
  const before = { ...ttlInSeconds };
  retain(readConfig(usualEnvironment).retention);
  expect(ttlInSeconds).toEqual(before);
  expect([keptFor("audit"), keptFor("incident")]).toEqual(["400 days", "30 days"]);
});

test("settings say how long the audit log, alerts, conversations and forms are kept", async () => {
  retain(readConfig({ ...usualEnvironment, ...settings }).retention);
  const { client } = redis;
  await conversations(client, "T1").keep({ userId: "U1" }, { entry: "x", args: {}, known: {} });
  expect(await client.ttl(keys.conversation("T1", "U1", "", ""))).toBeLessThanOrEqual(300);
  const log = auditLog(client, "T1");
  const entry = (days: number) =>
    log.record({
      at: new Date(days * dayMs).toISOString(),
      userId: "U1",
      action: "hook.set",
      subject: String(days),
      result: "done",
    });
  for (let day = 1; day <= 200; day += 1) await entry(day);
  await entry(10_000);
  expect((await log.read({ limit: 1_000 })).length).toBeLessThan(200);
  expect(ttlInSeconds).toMatchObject({
    audit: 90 * dayInSeconds,
    incident: 120 * dayInSeconds,
    openIncident: 120 * dayInSeconds,
    draft: 7_200,
  });
  // A message that is forgotten before its alert would be posted again.
  expect(ttlInSeconds.shown).toBeGreaterThan(ttlInSeconds.incident);
});

test.each([
  ["AUDIT_DAYS", "0", "must be a whole number from 1 to 3650"],
  ["INCIDENT_DAYS", "6", "must be a whole number from 7 to 365"],
  ["CONVERSATION_MINUTES", "soon", "must be a whole number from 1 to 1440"],
  ["DRAFT_HOURS", "1.5", "must be a whole number from 1 to 168"],
])("%s=%s is refused", (name, value, problem) => {
  expect(() => readConfig({ ...usualEnvironment, [name]: value })).toThrow(`${name} ${problem}`);
});
