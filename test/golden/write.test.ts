import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Redis } from "ioredis";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { actionIds } from "../../src/features/alerts/message/status.ts";
import { createStore } from "../../src/app/store.ts";
import { hashText } from "../../src/lib/hash.ts";
import { neutralWireNames } from "../../src/platform/cloud/connection.ts";
import { SealingKeys, createSealer } from "../../src/platform/secrets/seal.ts";
import { sealedScheme } from "../../src/platform/secrets/records.ts";
import { openFilled, skipToReview, submitFilled, titled } from "../support/create-walk.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { putHook } from "../support/hook.ts";
import { observedEnvironment } from "../support/observed-environment.ts";
import { call, newToken, program } from "../support/program.ts";
import { person } from "../support/slack-person.ts";
import { dumpLines, goldenHookSecret, goldenKeys } from "./dump.ts";

// At a release, `npm run golden` writes the data of its version. Otherwise this checks that it still has all of it.
const isWriting = process.env["GOLDEN"] === "1";
const startsAt = "2026-11-20T10:00:00Z";

const environment = useTestEnvironment({
  startsAt,
  environment: ({ standalone }) => ({
    ENCRYPTION_KEYS: goldenKeys,
    MCP: "on",
    ...observedEnvironment({ standalone }),
  }),
});

/** The kinds of keys, and the queues, that must be there, because people would miss what they hold. */
const kinds = [
  "approval approval-policy audit connections draft event-log grants hooks incident mcp-offer mcp-tokens open-incidents",
  "outbox presets",
  "request schedules sealed-secrets services storm-summary submission jobs:approvals jobs:creations jobs:schedules",
].flatMap((some) => some.split(" "));

function kindsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, queue] = /^\{"job":\{"queue":"([^"]*)"/.exec(line) ?? [];
    const [, kind] = /^\{"entry":\{"key":"qm:\{[^}]*\}:([^":]*)/.exec(line) ?? [];
    return queue === undefined ? (kind ?? []) : `jobs:${queue}`;
  });
}

/** Posts an alert like a sender. */
async function alert(hookId: string, title: string, state = "ALERT"): Promise<void> {
  const response = await fetch(`${environment.app.url}/hooks/${hookId}`, {
    method: "POST",
    headers: { authorization: `Bearer ${goldenHookSecret}` },
    body: JSON.stringify({ eventId: title, state, title, body: `About ${title}` }),
  });
  expect(response.status).toBe(202);
}

test("the data of this version has records and jobs of every kind", async () => {
  const { ada, organization, redisUrl, slack } = environment;
  const run = async (command: string, answer: string | RegExp) => {
    await ada.command("databases", command);
    await ada.waitForMessage("databases", answer);
  };
  const [service] = organization.services;
  await run(`/db services add ${service?.id} orders prod`, "orders prod");
  // A service that runs, with a password that waits, and a form that is not finished.
  await submitFilled(ada, "golden");
  await ada.waitForMessage("databases", "*golden* is running");
  await ada.close({ cleared: true });
  // Roles, an approval policy, a budget, a report and a watch.
  await run("/db admin access grant @sam operator", /operator/);
  await run("/db backups orders prod", /Incremental|Full/);
  await run("/db backups watch orders prod #databases max-age 26h", /26/);
  await run("/db costs budget set 500 monthly", "500");
  await run("/db costs schedule every monday at 9 Europe/Berlin", /Monday/i);
  await run("/db costs last 7 days", /credits/);
  // Incidents in several states, rules and a storm.
  const channelId = slack.channels.find(({ name }) => name === "alerts")?.id ?? "";
  await fetch(`${slack.url}/page/channel`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "alerts", hasApp: true }),
  });
  const secrets = [{ hash: hashText(goldenHookSecret), createdAt: startsAt }];
  const { hook } = await putHook(redisUrl, slack.teamId, {
    channelId,
    name: "golden",
    createdAt: startsAt,
    secrets,
  });
  await run('/db alerts hooks rules golden add title "payments" severity critical to #databases', /payments/);
  await run("/db alerts hooks create #alerts second", /second/);
  for (const title of ["disk is full", "payments fail", "checkout is slow"]) await alert(hook.id, title);
  await ada.waitForMessage("alerts", "checkout is slow");
  await ada.click(await ada.waitForMessage("alerts", "disk is full"), actionIds.acknowledge);
  await alert(hook.id, "checkout is slow", "OK");
  await ada.waitForMessage("alerts", /Resolved.*checkout is slow/s);
  for (let index = 0; index < 60; index += 1) await alert(hook.id, `restart of pod ${index}`);
  await ada.waitForMessage("alerts", /Storm: /);
  // A creation that waits, because the cloud takes no more requests for a minute.
  await environment.faults({
    kind: "status",
    status: 429,
    headers: { "retry-after": "60" },
    match: { operation: "createService" },
  });
  await submitFilled(ada, "waits");
  await ada.waitForModal(titled("Waiting"));
  await ada.close({ cleared: true });
  // A request that waits for approval.
  await run("/db admin approvals set #incidents by @oncall", /approv/i);
  await submitFilled(ada, "approved later");
  await using sam = person(slack, "Sam Rivera");
  await sam.waitForMessage("incidents", "Approval needed: approved later");
  await ada.close({ cleared: true });
  // Secrets that are sealed, a connection that uses them, and a preset.
  const redis = new Redis(redisUrl);
  const { connections, sealedSecrets, presets } = createStore(redis).workspace(slack.teamId);
  const sealer = createSealer(SealingKeys.parse(goldenKeys)).forWorkspace(slack.teamId);
  const { keyId, keySecret, organizationId } = organization;
  await sealedScheme({ texts: sealedSecrets, sealer }).write?.("cloud", { keyId, keySecret });
  await connections.save({
    name: "sealed",
    kind: "managed",
    baseUrl: environment.cloud.url,
    organizationId,
    keyIdRef: "sealed:cloud#keyId",
    keySecretRef: "sealed:cloud#keySecret",
    wireNames: neutralWireNames,
  });
  await presets.set("small staging", {
    name: "small staging",
    fields: { provider: "aws" },
    savedBy: ada.id,
    savedAt: startsAt,
  });
  // A program's token, and what it proposed.
  await using client = await program(environment.app.url, await newToken(ada, "golden", "propose"), "2026");
  await call(client, "propose_command", { command: "hooks_pause", arguments: { hook: "golden" } });
  await ada.waitForMessage("direct", "*golden* proposes");
  // A form that is not finished.
  await openFilled(ada, "unfinished");
  await skipToReview(ada);
  await ada.close({ cleared: true, lost: true });
  expect(await ada.modal()).toBeUndefined();

  await environment.app.end("SIGTERM");
  const lines = await dumpLines(redis, new Date(startsAt));
  await redis.quit();
  expect(kindsIn(lines)).toEqual(expect.arrayContaining(kinds));
  if (!isWriting) return;
  await writeFile(join(import.meta.dirname, `${packageJson.version}.jsonl`), `${lines.join("\n")}\n`);
});
