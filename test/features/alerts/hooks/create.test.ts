import { beforeEach, expect, test } from "vitest";
import { renderedText } from "../../../platform/blocks/rendered.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { type HookFixture, buttonsOf, hookFixture } from "./fixture.ts";
import { hashText } from "../../../../src/lib/hash.ts";
import { hookSecretPurpose } from "../../../../src/features/alerts/hooks/record.ts";
import * as texts from "../../../../src/features/alerts/hooks/texts.ts";
import * as tryTexts from "../../../../src/features/alerts/hooks/try-texts.ts";
import { bodyTemplate } from "../../../../src/features/alerts/senders/paths.ts";

const redis = useRedis();
let fixture: HookFixture;
beforeEach(() => {
  fixture = hookFixture(redis.client);
});

const secretIn = (text: string) => /whsec_[A-Za-z0-9]+/.exec(text)?.[0] ?? "";
const only = async () => {
  const [hook, ...others] = await fixture.context.hooks.list();
  if (!hook || others.length > 0) throw new Error("There is not one hook.");
  return hook;
};

test("create shows how to post, and Redis keeps only the hash of the secret", async () => {
  const { text, blocks } = await fixture.db("create <#C1|alerts> checkout");
  const hook = await only();
  const secret = secretIn(text);
  expect(hook).toMatchObject({
    name: "checkout",
    channelId: "C1",
    ownerId: "U1",
    awaited: { userId: "U1", channelId: "C9" },
    secrets: [{ hash: hashText(secret), createdAt: "2026-11-20T10:00:00.000Z" }],
  });
  const address = `https://qm.example.com/hooks/${hook.id}`;
  expect(hook.id).toMatch(/^T1-[0-9a-f]{32}$/);
  for (const copied of [address, `Authorization: Bearer ${secret}`, `${address}/${secret}`, bodyTemplate])
    expect(text).toContain(`\`\`\`\n${copied}\n\`\`\``);
  expect(text).toContain(texts.secretOnce("checkout"));
  expect(buttonsOf({ text, blocks })).toEqual({
    [tryTexts.testButton]: `alerts hooks test "${hook.id}"`,
    [texts.open]: `alerts hooks show "${hook.id}"`,
  });
  expect(renderedText(blocks)).toContain(`Authorization: Bearer ${secret}`);
  expect((await contentsOf(redis.client)).join()).not.toContain(secret.slice("whsec_".length));
});

test("create without words makes nothing, and offers a hook for the present channel", async () => {
  const asked = await fixture.db("create");
  expect(await fixture.context.hooks.list()).toEqual([]);
  expect(asked.text).toContain("shows its alerts in <#C9>");
  expect(asked.text).toContain("`/db alerts hooks create #alerts checkout`");
  expect(asked.text).not.toContain("whsec_");
  const { "Create the hook": command = "" } = buttonsOf(asked);
  expect(command).toBe("alerts hooks create <#C9>");
  expect(secretIn((await fixture.db(command.replace(/^alerts hooks /, ""))).text)).not.toBe("");
  expect((await only()).channelId).toBe("C9");
});

test("the body template quotes its numbers and has no triple brace", () => {
  expect(bodyTemplate).not.toContain("}}}");
  const rendered = bodyTemplate.replaceAll(/\{\{\w+\}\}/g, "");
  const body: Record<string, string> = JSON.parse(rendered);
  expect(Object.keys(body)).toEqual(["eventId", "state", "title", "body", "link", "startTime", "endTime"]);
});

test("the secret of a signing sender is sealed, and no header or secret address is shown", async () => {
  const { text } = await fixture.db("create signed <#C1|alerts>");
  const { id, secrets } = await only();
  const secret = secretIn(text);
  expect(text).not.toMatch(/Bearer|hooks\/\S+\/whsec_/);
  expect(text).toContain("`webhook-signature`");
  expect(fixture.context.sealer.open(secrets[0]?.sealed ?? "", hookSecretPurpose(id))).toBe(secret);
  expect((await contentsOf(redis.client)).join()).not.toContain(secret.slice("whsec_".length));
});

test("a hook without a name gets its channel's name, with a number if that is taken", async () => {
  for (const words of ["<#C1|alerts>", "<#C2|alerts>", "<#C1|alerts>", "<#C1|émile's☃>"])
    await fixture.db(`create ${words}`);
  const names = (await fixture.context.hooks.list()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["alerts", "alerts-2", "alerts-3", "émile-s-"]);
});

test("hooks created at the same moment without a name get different names", async () => {
  await Promise.all([1, 2, 3].map(() => fixture.db("create <#C1|alerts>")));
  const names = (await fixture.context.hooks.list()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["alerts", "alerts-2", "alerts-3"]);
});

test("a hook without a channel is for the channel of the command", async () => {
  await fixture.db("create checkout");
  expect(await only()).toMatchObject({ name: "checkout", channelId: "C9" });
});

test("an address that works on this machine only has a warning", async () => {
  Object.assign(fixture.context, { publicUrl: "http://localhost:3000" });
  expect((await fixture.db("create <#C1|alerts>")).text).toContain(texts.localOnly);
});

test("a channel that refuses posts gets no hook, and a channel without the app a note", async () => {
  Object.assign(fixture.presence, { C1: "none", C2: "guest" });
  expect(await fixture.refusal("create <#C1|secret>")).toContain("I can't post in that channel");
  expect(await fixture.context.hooks.list()).toEqual([]);
  expect((await fixture.db("create <#C2|open>")).text).toContain("I'm not in that channel.");
});

const example = texts.createExample;
test.each([
  ["create <#C1|a> <#C2|b>", "Name one channel only, such as `#databases`."],
  ["create #nowhere checkout", "I can't tell which channel “#nowhere” is."],
  ["create <#C1|a> check out", `A hook's name is one word, such as “check-out”. ${example}`],
  ["create <#C1|a> singed signed please", `A hook's name is one word, such as “singed-please”. ${example}`],
  ["create <#C1|a> *", `${texts.nameHasSigns("*")} ${example}`],
  [`create <#C1|a> ${"x".repeat(61)}`, `A hook's name has at most 60 characters. ${example}`],
])("“%s” is refused with a reason", async (words, problem) => {
  expect(await fixture.refusal(words)).toContain(problem);
  expect(await fixture.context.hooks.list()).toEqual([]);
});

test("a taken name is refused in any case", async () => {
  await fixture.db("create <#C1|a> checkout");
  expect(await fixture.refusal("create <#C2|b> CheckOut")).toBe(texts.nameTaken("CheckOut"));
});
