import { expect, test } from "vitest";
import { validateMessage } from "@quartermaster/local-slack/validate";
import type { AuditEntry } from "../../../src/platform/audit/log.ts";
import { formatEntries, formatEntry } from "../../../src/platform/audit/format-entry.ts";
import { actionOfCommand, actionOfInteraction } from "../../../src/platform/audit/phrases.ts";

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
function said(facts: Partial<AuditEntry>, wordiness?: Parameters<typeof formatEntry>[1]): string {
  return formatEntry({ ...rotated, ...facts }, wordiness).replace(/^<!date[^>]*> · /, "");
}

/** The changes, as `/db audit` shows them. */
function changes(facts: Partial<AuditEntry>): string | undefined {
  return said(facts, { changes: true }).split("\n")[1];
}

test("an entry shows the person, the action, the channel, and the time in the reader's own zone", () => {
  expect(formatEntry(rotated)).toBe(
    "<!date^1795168800^{date_short_pretty} {time}|2026-11-20 10:00 UTC> · <@U1>, in <#C9>, rotated the secret of the hook *checkout*.",
  );
});

test.each<[action: string, subject: string | undefined, words: string]>([
  ["access.limit", "operator", "changed what the role *operator* may create"],
  ["alert.acknowledge", "High latency", "acknowledged the alert *High latency*"],
  ["alert.release", "High latency", "set the alert *High latency* back to firing"],
  ["app.install", "Acme", "installed the app in *Acme*"],
  ["approval.ask", "orders", "requested approval of the service *orders*"],
  ["approval.approve", "orders", "approved the request for *orders*"],
  ["approval.carry-out", "orders", "started to create the service *orders* after approval"],
  ["approval.deny", "orders", "denied the request for *orders*"],
  ["approval.expire", "orders", "let the request for the service *orders* expire"],
  ["approval.off", undefined, "turned approvals off"],
  ["approval.set", undefined, "changed when approval is needed"],
  ["approval.void", "orders", "ended the request for the service *orders*"],
  ["approval.withdraw", undefined, "took back the request for a service"],
  ["audit.export", undefined, "exported the audit log"],
  ["audit-mirror.remove", undefined, "stopped posting the audit log"],
  ["audit-mirror.set", undefined, "chose where the audit log is posted"],
  ["backup-watch.set", "orders", "set the watch over the backups of *orders*"],
  ["budget.set", "all services", "set the budget of *all services*"],
  ["alert.update", "High latency", "changed the alert rule *High latency*"],
  ["dashboard.create", "Checkout", "created the dashboard *Checkout*"],
  ["dashboard.update", "Checkout", "changed the dashboard *Checkout*"],
  ["dashboard.delete", undefined, "deleted a dashboard"],
  ["connection.default", "acme", "chose the connection *acme* as the default"],
  ["connection.rename", "acme", "renamed the connection *acme*"],
  ["dead-letter.drop", "High latency", "discarded the undelivered alert *High latency*"],
  ["dead-letter.replay", undefined, "retried an undelivered alert"],
  ["report.remove", undefined, "removed a cost report"],
  ["report.set", undefined, "scheduled a cost report"],
  ["hook.map", "checkout", "mapped the fields of the hook *checkout*"],
  ["hook.pause", "checkout", "paused the hook *checkout*"],
  ["hook.unmute", "checkout", "unmuted an alert of the hook *checkout*"],
  ["password.show", "orders", "looked at the password of *orders*"],
  ["preset.save", "small", "saved the preset *small*"],
  ["service.add", "orders", "added the service *orders*"],
  ["service.request", "orders", "requested the service *orders*"],
  ["unusual-day.expect", "orders", "marked the unusual day of costs of *orders* as expected"],
])("%s of %s has its phrase", (action, subject, words) => {
  expect(said({ action, subject, channelId: undefined })).toBe(`<@U1> ${words}.`);
});

test.each<[kind: string, subject: string, words: string]>([
  ["userId", "Noor Haddad", "gave *Noor Haddad* the operator role"],
  ["groupId", "@oncall", "gave *@oncall* the operator role"],
  ["channelId", "#C0INCIDEN1", "gave <#X0NOORHAD1> the operator role"],
])("a role that is given to a %s is shown with its grantee", (id, subject, words) => {
  const given = { action: "access.grant", subject, after: { role: "operator", [id]: "X0NOORHAD1" } };
  expect(said(given, { mentions: false })).toBe(`*ada*, in <#C9>, ${words}.`);
});

test("a revoked role is shown with its former holder", () => {
  const taken = { action: "access.revoke", subject: "Noor Haddad", before: { role: "admin" } };
  expect(said(taken)).toBe("<@U1>, in <#C9>, took the admin role from *Noor Haddad*.");
});

test.each<[action: string, words: string]>([
  ["access.grant", "give someone a role"],
  ["access.show", "look at who may do what"],
  ["approval.set", "change when approval is needed"],
  ["audit.mirror", "choose where the audit log is posted"],
  ["audit.read", "look at the audit log"],
  ["backup.list", "look at backups"],
  ["command.create", "use the command `/db create`"],
  [actionOfCommand("costs", undefined, "costs schedule"), "use the command `/db costs schedule`"],
  ["form.snooze-alert", "use the form `snooze-alert`"],
  ["hook.delete", "delete a hook"],
  ["service.add", "add a service"],
])("a refused %s without a subject has its phrase", (action, words) => {
  const refused = { action, subject: undefined, detail: "Needs the admin role." };
  expect(said({ ...refused, result: "refused" })).toBe(
    `<@U1>, in <#C9>, wasn't allowed to ${words}. Needs the admin role.`,
  );
});

test("a failure is shown with its reason, and with the request id if ids are wanted", () => {
  const failed = { action: "service.create", result: "failed", requestId: "r-1" } as const;
  const detail = "The cloud did not answer.";
  const sentence = "<@U1>, in <#C9>, couldn't create the service *checkout*. The cloud did not answer.";
  expect(said({ ...failed, detail })).toBe(sentence);
  expect(said({ ...failed, detail }, { ids: true })).toBe(`${sentence} Request id: \`r-1\`.`);
});

test("ids of things are shown only if they are wanted", () => {
  const after = { name: "orders", serviceId: "0b6f1f0c" };
  expect(changes({ after })).toBe("Name `orders`");
  expect(said({ after }, { changes: true, ids: true })).toContain("Service id `0b6f1f0c`");
});

test("a lost answer and an approval without effect have their own phrases", () => {
  expect(said({ action: "service.lose-sight", result: "failed" })).toContain(
    "requested the service *checkout*, and the answer was lost.",
  );
  expect(said({ action: "approval.carry-out", result: "refused", userId: "app" })).toContain(
    "didn't create the service *checkout*, although it was approved.",
  );
});

test.each([
  ["show-password", "password.show"],
  ["unusual-expected", "unusual-day.expect"],
  ["unknown-was-not", "service.resolve"],
  ["approval-approve", "approval.approve"],
  ["approval-take-back", "approval.withdraw"],
  ["alerts:page-next", "alert.page-next"],
])("the button %s is recorded as %s", (actionId, action) => {
  expect(actionOfInteraction(actionId)).toBe(action);
});

test("in a channel an entry mentions no one", () => {
  expect(said({}, { mentions: false })).toMatch(/^\*ada\*, in <#C9>, rotated /);
  expect(said({ userName: undefined }, { mentions: false })).toMatch(/^`U1`, in <#C9>, rotated /);
});

test("a change is shown with the old and the new value", () => {
  const change = {
    before: { channelId: "C11", rules: 2, rulesHash: "x" },
    after: { channelId: "C12", rules: 3, rulesHash: "y" },
  };
  expect(changes(change)).toBe("Channel <#C11> → <#C12> · Rules 2 → 3");
  expect(changes({ before: { isPaused: true, name: "a" }, after: { name: "a" } })).toBe("Paused yes → no");
  expect(changes({ before: "acme", after: "north" })).toBe("`acme` → `north`");
});

test("an entry without values has one line", () => {
  expect(changes({})).toBeUndefined();
});

test("a removal is shown with what it took away", () => {
  const before = { from: "00:00", to: "00:00", days: [1, 2, 3, 4, 5], timeZone: "Europe/Berlin" };
  expect(changes({ action: "hours.remove", before })).toBe(
    "From `00:00` · To `24:00` · Days Mon-Fri · Time zone `Europe/Berlin`",
  );
  expect(changes({ action: "dashboard.edit", before: { tile: "p95" } })).toBe("Tile `p95` → none");
});

test.each<[after: NonNullable<AuditEntry["after"]>, words: string]>([
  [{ groupId: "S0ONCALL01", groupName: "oncall" }, "User group <!subteam^S0ONCALL01>"],
  [{ ownerId: "U0ADAPARK1" }, "Owner <@U0ADAPARK1>"],
  [{ channelId: "U0ADAPARK1" }, "Channel direct messages"],
  [{ memoryOverGb: 24, creditsOverAMonth: 1_500 }, "Memory over 24 GB · Price in 30 days over 1,500 credits"],
  [{ minReplicaMemoryGb: 8, name: null }, "Minimum memory per replica 8 GB"],
  [{ maxAgeHours: 26 }, "Max age 26 hours"],
  [{ every: "monthly", credits: "500" }, "How often `monthly` · Amount 500 credits"],
  [
    { until: "2026-11-20T10:00:00.000Z" },
    "Until <!date^1795168800^{date_short_pretty} {time}|2026-11-20 10:00 UTC>",
  ],
  [
    { escalation: { groupId: "S1", afterMinutes: 15 } },
    "Escalation group <!subteam^S1> · Escalation after 15 minutes",
  ],
  [
    { ipAccessList: [{ source: "203.0.113.0/24", description: "office" }] },
    "Allowed addresses `203.0.113.0/24 office`",
  ],
  [{ id: "0b6f1f0c", rulesHash: "x", broadcasts: false }, "Broadcasts no"],
])("%j is shown in words", (after, words) => {
  expect(changes({ after })).toEqual(words);
});

test("in a channel the changed values mention no one", () => {
  const after = { ownerId: "U0ADAPARK1", groupId: "S0ONCALL01" };
  const [, line] = said({ after }, { changes: true, mentions: false }).split("\n");
  expect(line).toBe("Owner `U0ADAPARK1` · User group `S0ONCALL01`");
});

test("no text in an entry becomes a mention, a link or a line", () => {
  const words = said(
    {
      subject: "<!channel> {role} *b*\n• x",
      detail: "<https://evil.example|here>",
      after: { channelId: "<!channel>", groupId: "S1>", "<!here>": "<!here>\n" },
    },
    { changes: true },
  );
  expect(words.split("\n")).toHaveLength(2);
  expect(words).not.toMatch(/<!(?:channel|here|subteam)|<https|a role/);
});

test("a channel's message holds as many entries as fit, and counts the rest", () => {
  const many = Array.from({ length: 500 }, (_, number) => ({ ...rotated, subject: `hook ${number}` }));
  const told = formatEntries(many);
  expect(validateMessage(told)).toBeNull();
  expect(JSON.stringify(told.blocks)).toMatch(
    /hook 0\*.*And \d+ more entries\. See them all with `\/db admin audit`\./,
  );
});
