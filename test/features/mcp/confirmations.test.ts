import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { Redis } from "ioredis";
import type { AppContext } from "../../../src/app/context.ts";
import { product } from "../../../src/app/features.ts";
import { createStore } from "../../../src/app/store.ts";
import { valueOf } from "../../../src/platform/blocks/command-button.ts";
import { exactLine } from "../../../src/platform/commands/read.ts";
import { answerTo } from "../../support/answer-to.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { putHook } from "../../support/hook.ts";
import { call, program, putToken } from "../../support/program.ts";
import { sendPayload } from "../../support/signed-request.ts";
import { type SeenMessage, shownText } from "../../support/slack-person.ts";
import { blocksOf, placedElements } from "@quartermaster/local-slack/person";
import { until } from "../../support/until.ts";

const environment = useTestEnvironment({ environment: () => ({ MCP: "on" }) });

const at = "2026-11-28T08:00:00.000Z";
const sam = "U0SAMRIV01";

/** Lines that take something away, and the names of the entries that they call. */
const lines: readonly (readonly [entry: string, line: string, name: string])[] = [
  ["hooks_delete", "alerts hooks delete victim", "victim"],
  ["hooks_drop_secret", "alerts hooks rotate victim done", "victim"],
  ["presets_delete", "create presets delete victim", "victim"],
  ["services_forget", "services forget victim", "victim"],
  ["connections_remove", "admin connections remove victim", "victim"],
  ["approvals_off", "admin approvals off", "off"],
  ["limits_remove", "admin access limit operator off", "off"],
  ["access_grant", `admin access grant <@${sam}> viewer`, sam],
  ["access_revoke", `admin access revoke <@${sam}>`, sam],
  ["audit_mirror_off", "admin audit mirror off", "off"],
  ["people_erase", `admin people erase <@${sam}>`, sam],
  ["alerts_drop", "alerts undelivered drop lost", "lost"],
];

/** What may stand behind a line to confirm it. */
const spellings = (name: string): string[] => [
  "",
  "yes",
  "YES",
  "y",
  "ok",
  "true",
  "confirm",
  "--yes",
  "yes!",
  "yes yes",
  "yes please",
  "done",
  "drop",
  '"yes"',
  "`yes`",
  "\u201cyes\u201d",
  "(yes)",
  // Letters of another alphabet, and characters that don't show.
  "\u0443es",
  "\uff59\uff45\uff53",
  "ye\u200bs",
  "\u00a0yes",
  "\nyes",
  "yes\u202e",
  name,
  name.toUpperCase(),
  `"${name}"`,
  ` ${name} `,
  `${name} yes`,
  `${name} ${name}`,
  `\u201c${name}\u201d`,
];

let context: AppContext;
let redis: Redis;
let token: string;

beforeAll(async () => {
  const { app, redisUrl, slack, organization } = environment;
  redis = new Redis(redisUrl);
  token = await putToken(createStore(redis), slack.teamId, "U0ADAPARK1");
  if (!app.contextOf) throw new Error("The app runs elsewhere.");
  context = app.contextOf(slack.teamId);
  const { hook } = await putHook(redisUrl, slack.teamId, { channelId: "C0DATABASES", name: "victim" });
  const [secret] = hook.secrets;
  if (secret) await context.hooks.change(hook.id, (same) => ({ ...same, secrets: [secret, secret] }));
  const saved = { savedBy: "U0ADAPARK1", savedAt: at };
  await context.presets.set("victim", { name: "victim", fields: { region: "eu-west-1" }, ...saved });
  const serviceId = organization.services[0]?.id ?? "";
  const added = { addedBy: "U0ADAPARK1", addedAt: at };
  await context.services.add({ name: "victim", serviceId, connection: "default", ...added });
  await context.connections.add({
    name: "victim",
    kind: "standalone",
    appUrl: "https://observe.example.com",
    tokenRef: "sealed:a",
    wireNames: context.wireNames,
  });
  await context.approvalPolicies.set("policy", {
    channelId: "C0DATABASES",
    groupId: "S0ONCALL",
    groupName: "oncall",
    quorum: 1,
    setBy: "U0ADAPARK1",
    setAt: at,
  });
  await context.createLimits.set("operator", { totalMemoryGb: 8 });
  const grantee = { kind: "user", id: sam, name: "Sam Rivera", role: "operator" } as const;
  await context.grants.set(`${grantee.kind}:${grantee.id}`, {
    ...grantee,
    grantedBy: "U0ADAPARK1",
    grantedAt: at,
  });
  await context.schedules.add({
    id: "audit-mirror",
    kind: "audit-mirror",
    channelId: "C0DATABASES",
    connection: "default",
    createdBy: "U0ADAPARK1",
    createdAt: at,
    state: { after: "0-0" },
  });
  const letter = {
    itemId: "lost",
    channelId: "C0DATABASES",
    reason: "Full.",
    atMs: 1,
    attempts: 1,
    events: 1,
  };
  await redis.hset(`qm:{${slack.teamId}}:dead-letters`, "lost", JSON.stringify(letter));
});

/** Everything that the lines would take away. */
async function state(): Promise<string> {
  return JSON.stringify([
    await context.hooks.list(),
    await context.presets.list(),
    await context.services.list(),
    await context.connections.list(),
    await context.approvalPolicies.find(),
    await context.createLimits.list(),
    await context.grants.list(),
    (await redis.hgetall(`qm:{${environment.slack.teamId}}:schedules`)) ?? {},
    await context.deadLetters.list(),
  ]);
}

test("each command that deletes is among the lines, or opens a form that asks for the name", () => {
  const known = new Set(lines.map(([entry]) => entry));
  const destroying = product.commands
    .flatMap(({ entries }) => entries)
    .filter(({ effect, opens }) => effect === "destroy" && !opens);
  expect(destroying.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});

test("no line that isn't a person's own confirms anything, in any spelling", async () => {
  const before = await state();
  let asked = 0;
  for (const [, line, name] of lines) {
    for (const spelling of spellings(name))
      for (const door of ["mcp", "ask"] as const) {
        // A program's line is read exactly, and others as they are.
        const words = `${line} ${spelling}`;
        const reading = context.catalogue.readCommand(door === "mcp" ? exactLine(words) : words);
        if (!("run" in reading)) continue;
        const asker = { workspaceId: context.workspaceId, userId: "U0ADAPARK1" };
        const invocation = { asker, kind: "quick", door, mayConfirm: false } as const;
        const answer = await context.catalogue.perform(reading, invocation, context).catch(() => undefined);
        if (answer && "blocks" in answer && JSON.stringify(answer.blocks).includes('"run:sure:')) asked += 1;
      }
    expect([line, await state()]).toEqual([line, before]);
  }
  expect(asked).toBeGreaterThan(60);
}, 120_000);

/** What the button of a line's question holds, if the line is a call. */
function sureValues(line: string): string[] {
  const reading = context.catalogue.readCommand(line);
  if (!("run" in reading) || !reading.args) return [];
  return [valueOf({ call: reading.entry.name, args: reading.args, yes: true })];
}

test("a button that isn't a question's confirms nothing, whatever is in its value", async () => {
  const { app, slack } = environment;
  const before = await state();
  const { length: answered } = await environment.received("GET");
  for (const [, line, name] of lines)
    for (const prefix of ["run:", "page:", "asked:"])
      for (const value of [`${line} yes`, `${line} ${name}`, ...sureValues(line)]) {
        await sendPayload(app.url, slack.signingSecret, {
          type: "block_actions",
          team: { id: slack.teamId },
          user: { id: "U0ADAPARK1", username: "ada" },
          trigger_id: randomUUID(),
          response_url: `${slack.url}/nowhere`,
          channel: { id: "C0DATABASES" },
          message: { ts: "1.000000" },
          actions: [{ type: "button", action_id: `${prefix}${value}`, block_id: "b", value }],
        });
      }
  await answerTo(environment.ada, "/db alerts hooks list", "victim");
  expect(answered).toBeGreaterThanOrEqual(0);
  expect(await state()).toBe(before);
});

test("an approved proposal with a confirmation in it asks, and only the person's second press does it", async () => {
  const { ada, app } = environment;
  await using client = await program(app.url, token, "2026");
  const before = await state();
  const offered = new Map<string, string>();
  for (const [entry, line, name] of lines) {
    const isTyped = entry === "hooks_delete" || entry === "connections_remove";
    // Dropping an old secret has no word of its own that confirms.
    const confirming = entry === "hooks_drop_secret" ? line : `${line} ${isTyped ? name : "yes"}`;
    const answer = await call(client, "propose_command", { line: confirming });
    // Some are not read as a command at all.
    if (answer.isError) continue;
    const message = await ada.waitForMessage("direct", (each) => actionsOf(each).includes("offer-approve"));
    offered.set(entry, shownText(message));
    const question = await questionAfter(message);
    expect([confirming, await state()]).toEqual([confirming, before]);
    expect([confirming, actionsOf(question).some((id) => id.startsWith("run:sure:"))]).toEqual([
      confirming,
      true,
    ]);
    const { data } = await call(client, "offer_status", { offer: answer.data["offer"] });
    expect([confirming, data["state"]]).toEqual([confirming, "asking"]);
  }
  expect(offered.get("hooks_delete")).toContain("It can't be taken back.");
  await call(client, "propose_command", { line: "create presets delete victim yes" });
  const offers = await ada.messages("direct");
  const last = offers.findLast((each) => actionsOf(each).includes("offer-approve"));
  if (!last) throw new Error("There is no proposal.");
  const question = await questionAfter(last);
  const sure = actionsOf(question).find((id) => id.startsWith("run:sure:")) ?? "";
  await ada.click(question, sure);
  await until(async () => (await context.presets.list()).length === 0);
});

test("what a person types or presses themselves still confirms", async () => {
  const { ada } = environment;
  await answerTo(ada, "/db alerts hooks delete victim Victim", "Deleted");
  await answerTo(ada, "/db admin approvals off yes", "pproval");
  const asked = await answerTo(ada, "/db services forget victim", "victim");
  await ada.click(asked, actionsOf(asked).find((id) => id.startsWith("run:sure:")) ?? "");
  await until(async () => (await context.services.list()).length === 0);
});

/** Approves a proposal, and waits for the question. */
async function questionAfter(message: SeenMessage): Promise<SeenMessage> {
  const { ada } = environment;
  const before = new Set((await ada.messages("direct")).map(({ ts }) => ts));
  await ada.click(message, "offer-approve");
  // Answers to the presses of earlier tests may still arrive. The question of a proposal is known as its own.
  return ada.waitForMessage(
    "direct",
    ({ ts, blocks }) => !before.has(ts) && JSON.stringify(blocks).includes('"origin:'),
  );
}

function actionsOf(message: SeenMessage): string[] {
  return placedElements(blocksOf(message)).map(({ actionId }) => actionId);
}
