import { expect, test } from "vitest";
import { entriesInWords } from "../../src/audit/entries-in-words.ts";
import { entryInWords } from "../../src/audit/in-words.ts";
import { validateMessage } from "../../src/sandbox/slack/validate/index.ts";
import type { AuditEntry } from "../../src/store/audit.ts";

const rotated: AuditEntry = {
  at: "2026-11-20T10:00:00.000Z",
  userId: "U1",
  userName: "ada",
  channelId: "C9",
  action: "hook.rotate",
  subject: "checkout",
  result: "done",
};

/** Without its time. */
function said(facts: Partial<AuditEntry>, wordiness?: Parameters<typeof entryInWords>[1]): string {
  return entryInWords({ ...rotated, ...facts }, wordiness).replace(/^<!date[^>]*> · /, "");
}

test("an entry says who did what where, and when in the reader's own zone", () => {
  expect(entryInWords(rotated)).toBe(
    "<!date^1795168800^{date_short_pretty} {time}|2026-11-20 10:00 UTC> · <@U1> gave new credentials to the hook *checkout* in <#C9>.",
  );
});

test.each<[Partial<AuditEntry>, string]>([
  [{ action: "service.add", subject: "orders" }, "<@U1> added the service *orders* in <#C9>."],
  [{ action: "password.show", subject: "orders" }, "<@U1> looked at the password of *orders* in <#C9>."],
  [
    { action: "service.request", requestId: "r-1" },
    "<@U1> asked for the service *checkout* in <#C9>. Request id: `r-1`.",
  ],
  [
    { action: "connection.remove", result: "refused", detail: "It takes the role admin." },
    "<@U1> was refused to remove the connection *checkout* in <#C9>. It takes the role admin.",
  ],
  [
    { action: "service.create", result: "failed", detail: "The cloud did not answer." },
    "<@U1> tried to create the service *checkout*, which failed in <#C9>. The cloud did not answer.",
  ],
  [
    { action: "command.create", subject: undefined, result: "refused" },
    "<@U1> was refused to use the command `/db create` in <#C9>.",
  ],
  [
    { action: "app.install", userId: "app", userName: undefined, subject: undefined, channelId: undefined },
    "the app installed the app.",
  ],
  [
    { action: "unusual-day.expect", subject: "orders" },
    "<@U1> marked as expected the unusual day of costs of *orders* in <#C9>.",
  ],
])("%j is said in words", (facts, words) => {
  expect(said(facts)).toBe(words);
});

test("in a channel nobody is called by an entry about them", () => {
  expect(said({}, { mentions: false })).toContain("*ada* gave");
  expect(said({ userName: undefined }, { mentions: false })).toContain("`U1` gave");
});

test("what changed is said as it was and as it is", () => {
  const change = {
    before: { channelId: "C11", rules: 2, rulesDigest: "x" },
    after: { channelId: "C12", rules: 3, rulesDigest: "y" },
  };
  expect(said(change, { changes: true }).split("\n")[1]).toBe("Channel id <#C11> → <#C12> · Rules `2` → `3`");
  expect(said({ after: { minReplicaMemoryGb: 8, name: null } }, { changes: true }).split("\n")[1]).toBe(
    "Min replica memory gb `8`",
  );
});

test("nothing in an entry makes a mention, a link or a line of its own", () => {
  const words = said(
    { subject: "<!channel> *b*\n• x", detail: "<https://evil.example|here>" },
    { changes: true },
  );
  expect(words).not.toMatch(/<!channel>|<https|\n/);
});

test("what a channel is told of many entries fits into a message, and counts what does not", () => {
  const many = Array.from({ length: 500 }, (_, number) => ({ ...rotated, subject: `hook ${number}` }));
  const told = entriesInWords(many);
  expect(validateMessage(told)).toBeNull();
  expect(JSON.stringify(told.blocks)).toMatch(
    /hook 0\*.*And \d+ more entries: `\/db audit` has all of them\./,
  );
});
