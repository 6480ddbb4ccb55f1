import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { neutralWireNames } from "../../../../src/platform/cloud/connection.ts";
import { type ReferenceCloud, startReferenceCloud } from "@quartermaster/reference-cloud";
import { connections } from "../../../../src/features/connections/records.ts";
import { knownServices } from "../../../../src/features/connections/known-services.ts";
import { openFilled, titled } from "../../../support/create-walk.ts";
import { choicesIn, goTo, valueIn } from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { runs } from "../../../support/pressed.ts";
import { shownText } from "../../../support/slack-person.ts";

let second: ReferenceCloud;
let redis: Redis;

beforeAll(async () => {
  second = await startReferenceCloud({
    provisioningMs: 300,
    rateLimit: false,
    backupsFail: false,
    seed: "second",
  });
});
const environment = useTestEnvironment({
  environment: () => ({
    CLOUD_REQUESTS_PER_10_SECONDS: "1000",
    WORKSPACE_REFERENCES: "env:SECOND_{workspaceId}_",
    SECOND_T0ACME0001_KEY_ID: organization().keyId,
    SECOND_T0ACME0001_KEY_SECRET: organization().keySecret,
  }),
});
beforeAll(() => {
  redis = new Redis(environment.redisUrl);
});
afterAll(async () => {
  await redis.quit();
  await second.close();
});

function organization() {
  const [first] = second.organizations;
  if (!first) throw new Error("It has no organization.");
  return first;
}

/** Saves the connection to the second server, like the settings page. */
async function connectSecond(): Promise<void> {
  await connections(redis, environment.slack.teamId).save({
    name: "second",
    kind: "managed",
    baseUrl: second.url,
    organizationId: organization().organizationId,
    keyIdRef: `env:SECOND_${environment.slack.teamId}_KEY_ID`,
    keySecretRef: `env:SECOND_${environment.slack.teamId}_KEY_SECRET`,
    wireNames: neutralWireNames,
  });
}

async function knowService(serviceId: string, name: string, connection: string): Promise<void> {
  const addedAt = new Date().toISOString();
  await knownServices(redis, environment.slack.teamId).add({
    serviceId,
    name,
    connection,
    addedBy: "U1",
    addedAt,
  });
}

/** The names of the services that a server was asked to create. */
async function createdAt({ controlUrl }: Pick<ReferenceCloud, "controlUrl">): Promise<string> {
  const response = await fetch(`${controlUrl}/requests`);
  const requests: { method: string; body?: unknown }[] = await response.json();
  return JSON.stringify(requests.filter(({ method }) => method === "POST"));
}

test("with several connections the form asks, the review shows the chosen one, and the request and the service belong to it", async () => {
  const { ada } = environment;
  await connectSecond();
  await openFilled(ada, "over there");
  const view = await ada.waitForModal();
  expect(choicesIn(view, "connection")).toEqual(["default", "second"]);
  expect(valueIn(view, "connection")).toBe("default");
  await ada.fill("connection", "second");
  expect(shownText(await goTo(ada, "review", 4))).toContain("*Connection:* second");
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await createdAt(second)).toContain("over there");
  expect(await createdAt(environment.cloud)).not.toContain("over there");

  const message = await ada.waitForMessage("databases", "*over there* is running");
  const known = await knownServices(redis, environment.slack.teamId).find("over there");
  expect(known.connection).toBe("second");
  await ada.click(message, runs("backups_list", { service: known.serviceId }));
  await ada.waitForMessage("databases", "*First backup due* · *over there*");
});

test("a backup is offered and restored through the connection of its service", async () => {
  const { ada } = environment;
  await connectSecond();
  const [here] = environment.organization.services;
  const [there] = organization().services;
  await knowService(here?.id ?? "", "orders here", "default");
  await knowService(there?.id ?? "", "orders there", "second");
  await openFilled(ada, "restored there");
  const before = await ada.waitForModal();
  expect(choicesIn(before, "backupService")).not.toContain(there?.id);
  await ada.fill("backupService", "orders here");
  await ada.waitForModal((view) => shownText(view).includes("*orders here* is in"));
  await ada.fill("connection", "second");
  const narrowed = await ada.waitForModal((view) => choicesIn(view, "backupService").includes(there?.id));
  expect(choicesIn(narrowed, "backupService")).not.toContain(here?.id);
  expect(valueIn(narrowed, "backupService")).toBeNull();
  await ada.fill("backupService", "orders there");
  const read = await ada.waitForModal((view) => shownText(view).includes("*orders there* is in"));
  await ada.fill("backupId", String(choicesIn(read, "backupId")[0]));
  await goTo(ada, "review", 4);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await createdAt(second)).toContain("restored there");
});

test("if the connection is gone when Create is clicked, nothing is sent and the form comes back", async () => {
  const { ada } = environment;
  await connectSecond();
  await openFilled(ada, "nowhere to go");
  await ada.fill("connection", "second");
  await goTo(ada, "review", 4);
  await redis.hdel(`qm:{${environment.slack.teamId}}:connections`, "second");
  await ada.submit();
  const back = await ada.waitForModal((view) => shownText(view).includes("Nothing was created."));
  expect(shownText(back)).toContain("`nowhere to go`");
  expect(await createdAt(second)).not.toContain("nowhere to go");
  expect(await createdAt(environment.cloud)).not.toContain("nowhere to go");
});

test("the chosen default applies if no connection is named, and a new name is followed everywhere", async () => {
  const { ada } = environment;
  await connectSecond();
  const [there] = organization().services;
  await knownServices(redis, environment.slack.teamId).forget("orders there");
  await knowService(there?.id ?? "", "ledger", "second");
  await ada.command("databases", "/db connections default second");
  await ada.waitForMessage("databases", /`second` is now the default/);
  await openFilled(ada, "by default");
  expect(valueIn(await ada.waitForModal(), "connection")).toBe("second");
  await ada.close({ cleared: true, lost: true });
  await ada.command("databases", "/db connections rename second to north");
  await ada.waitForMessage("databases", /Renamed `second` to `north`/);
  expect(await knownServices(redis, environment.slack.teamId).find("ledger")).toMatchObject({
    connection: "north",
  });
  await ada.command("databases", "/db backups ledger");
  await ada.waitForMessage("databases", /\*ledger\*/);
});

test("the doctor reports everything at once, even if a part cannot be reached, and reports no secret", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db doctor");
  const answer = JSON.stringify(await ada.waitForMessage("databases", /problem/));
  for (const area of [
    "Slack, scopes of the app",
    "Public address",
    "Redis, persistence",
    "Clock",
    "Versions",
  ])
    expect(answer).toContain(area);
  expect(answer).toContain("Connection `default`, services: I can see");
  expect(answer).not.toContain(environment.organization.keySecret);
});
