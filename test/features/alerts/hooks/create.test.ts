import { beforeEach, expect, test } from "vitest";
import { renderedText } from "../../../platform/blocks/rendered.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { type HookRoom, buttonsOf, hookRoom } from "./fixture.ts";
import { hashText } from "../../../../src/lib/hash.ts";
import { hookSecretPurpose } from "../../../../src/features/alerts/hooks/record.ts";
import { bodyTemplate } from "../../../../src/features/alerts/senders/paths.ts";

const redis = useRedis();
let room: HookRoom;
beforeEach(() => {
  room = hookRoom(redis.client);
});

const secretIn = (text: string) => /whsec_[A-Za-z0-9]+/.exec(text)?.[0] ?? "";
const only = async () => {
  const [hook, ...others] = await room.context.hooks.list();
  if (!hook || others.length > 0) throw new Error("There is not one hook.");
  return hook;
};

test("create says where and how to post, with a secret that Redis knows by its digest alone", async () => {
  const { text, blocks } = await room.db("create <#C1|alerts> checkout");
  const hook = await only();
  const secret = secretIn(text);
  expect(hook).toMatchObject({
    name: "checkout",
    channelId: "C1",
    ownerId: "U1",
    awaited: { userId: "U1", channelId: "C9" },
    secrets: [{ digest: hashText(secret), createdAt: "2026-11-20T10:00:00.000Z" }],
  });
  const address = `https://qm.example.com/hooks/${hook.id}`;
  expect(hook.id).toMatch(/^T1-[0-9a-f]{32}$/);
  for (const copied of [address, `Authorization: Bearer ${secret}`, `${address}/${secret}`, bodyTemplate])
    expect(text).toContain(`\`\`\`\n${copied}\n\`\`\``);
  expect(text).toContain("The secret is shown this once.");
  expect(buttonsOf({ text, blocks })).toEqual({
    "Send a test": `hook test ${hook.id}`,
    Show: `hook show ${hook.id}`,
  });
  expect(renderedText(blocks)).toContain(`Authorization: Bearer ${secret}`);
  expect((await contentsOf(redis.client)).join()).not.toContain(secret.slice("whsec_".length));
});

test("create alone makes nothing, and offers to make a hook for the channel that it is typed in", async () => {
  const asked = await room.db("create");
  expect(await room.context.hooks.list()).toEqual([]);
  expect(asked.text).toContain("shows its alerts in <#C9>");
  expect(asked.text).toContain("`/db hook create #alerts checkout`");
  expect(asked.text).not.toContain("whsec_");
  const { "Create the hook": command = "" } = buttonsOf(asked);
  expect(command).toBe("hook create <#C9>");
  expect(secretIn((await room.db(command.replace(/^hook /, ""))).text)).not.toBe("");
  expect((await only()).channelId).toBe("C9");
});

test("the body template quotes its numbers and ends in no triple brace", () => {
  expect(bodyTemplate).not.toContain("}}}");
  const rendered = bodyTemplate.replaceAll(/\{\{\w+\}\}/g, "");
  const body: Record<string, string> = JSON.parse(rendered);
  expect(Object.keys(body)).toEqual(["eventId", "state", "title", "body", "link", "startTime", "endTime"]);
});

test("for a sender that signs, the secret is kept sealed, and no header and no secret address is offered", async () => {
  const { text } = await room.db("create signed <#C1|alerts>");
  const { id, secrets } = await only();
  const secret = secretIn(text);
  expect(text).not.toMatch(/Bearer|hooks\/\S+\/whsec_/);
  expect(text).toContain("`webhook-signature`");
  expect(room.context.sealer.open(secrets[0]?.sealed ?? "", hookSecretPurpose(id))).toBe(secret);
  expect((await contentsOf(redis.client)).join()).not.toContain(secret.slice("whsec_".length));
});

test("without a name a hook has its channel's, with a number where that is taken", async () => {
  for (const words of ["<#C1|alerts>", "<#C2|alerts>", "<#C1|alerts>", "<#C1|émile's☃>"])
    await room.db(`create ${words}`);
  const names = (await room.context.hooks.list()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["alerts", "alerts-2", "alerts-3", "émile-s-"]);
});

test("hooks made at the same moment without a name get one each", async () => {
  await Promise.all([1, 2, 3].map(() => room.db("create <#C1|alerts>")));
  const names = (await room.context.hooks.list()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["alerts", "alerts-2", "alerts-3"]);
});

test("without a channel the hook is for the one that the command is written in", async () => {
  await room.db("create checkout");
  expect(await only()).toMatchObject({ name: "checkout", channelId: "C9" });
});

test("who posts from elsewhere hears of an address that only this machine knows", async () => {
  Object.assign(room.context, { publicUrl: "http://localhost:3000" });
  expect((await room.db("create <#C1|alerts>")).text).toContain("the operator sets `PUBLIC_URL`");
});

test("a channel where nothing can be posted gets no hook, and one that we are not in a note", async () => {
  Object.assign(room.presence, { C1: "none", C2: "guest" });
  expect(await room.refusal("create <#C1|secret>")).toContain("I cannot post in that channel");
  expect(await room.context.hooks.list()).toEqual([]);
  expect((await room.db("create <#C2|open>")).text).toContain("I am not in that channel.");
});

const example = "For example: `/db hook create #alerts checkout`.";
test.each([
  ["create <#C1|a> <#C2|b>", "Name one channel only, such as `#databases`."],
  ["create #nowhere checkout", "I cannot tell which channel “#nowhere” is."],
  ["create <#C1|a> check out", `A hook's name is one word, such as “check-out”. ${example}`],
  ["create <#C1|a> singed signed please", `A hook's name is one word, such as “singed-please”. ${example}`],
  [
    "create <#C1|a> *",
    `“*” is no name for a hook: it holds letters, digits, dots, dashes and underscores. ${example}`,
  ],
  [`create <#C1|a> ${"x".repeat(61)}`, `A hook's name has at most 60 characters. ${example}`],
])("“%s” is refused in words", async (words, problem) => {
  expect(await room.refusal(words)).toContain(problem);
  expect(await room.context.hooks.list()).toEqual([]);
});

test("a name that is taken, however it is written, is refused", async () => {
  await room.db("create <#C1|a> checkout");
  expect(await room.refusal("create <#C2|b> CheckOut")).toBe(
    "There is a hook “CheckOut” already. Choose another name.",
  );
});
