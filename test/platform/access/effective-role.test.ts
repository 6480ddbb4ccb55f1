import { beforeEach, expect, test } from "vitest";
import { hurried, workspaceAccess } from "../../../src/platform/access/access.ts";
import type { Role } from "../../../src/platform/access/role.ts";
import { AppError } from "../../../src/lib/errors.ts";
import type { Grant } from "../../../src/platform/access/grants.ts";
import { type PersonFacts, knownPeople } from "../../../src/platform/access/known-people.ts";

const sam: PersonFacts = {
  userId: "USAM",
  handle: "sam",
  name: "Sam Rivera",
  teamIds: ["T1"],
  isAdmin: false,
  isOrganizationAdmin: false,
  isGuest: false,
  isGone: false,
  isBot: false,
};

/** Slack's answers, if it gives any, and how often it was asked. */
interface Slack {
  person: PersonFacts;
  groups: Record<string, string[]>;
  trouble: AppError | undefined;
  groupTrouble: AppError | undefined;
  /** True if Slack does not answer at all. */
  isSilent: boolean;
  asked: number;
}

let slack: Slack;
let granted: Grant[];
let atMs: number;
let remembering: ReturnType<typeof knownPeople>;

beforeEach(() => {
  slack = { person: sam, groups: {}, trouble: undefined, groupTrouble: undefined, isSilent: false, asked: 0 };
  granted = [];
  atMs = 0;
  remembering = knownPeople(() => new Date(atMs));
});

function access(workspaceId = "T1") {
  const people = remembering(workspaceId, {
    async find() {
      slack.asked += 1;
      if (slack.trouble) throw slack.trouble;
      return slack.person;
    },
    async membersOf(group) {
      if (slack.isSilent) await new Promise(() => {});
      if (slack.groupTrouble) throw slack.groupTrouble;
      return slack.groups[group] ?? [];
    },
    someAdmins: async () => [{ ...sam, userId: "UADA", handle: "ada", name: "Ada `Park`", isAdmin: true }],
    groups: async () => [],
    findByEmail: async () => undefined,
    managerOf: async () => undefined,
  });
  return workspaceAccess({ workspaceId, grants: { list: async () => granted }, people });
}

function give(kind: Grant["kind"], id: string, role: Role): void {
  granted.push({ kind, id, name: id, role, grantedBy: "UADA", grantedAt: "2026-11-20T10:00:00.000Z" });
}

const away = new AppError("upstream", "Slack did not answer.");
const role = (place: { channelId?: string } = {}, query = {}) =>
  access().roleOf({ userId: "USAM", ...place }, query);

test("members of the workspace are viewers, its admins and owners are admins", async () => {
  expect(await role()).toBe("viewer");
  slack.person = { ...sam, isAdmin: true };
  expect(await role({}, { fresh: true })).toBe("admin");
});

test("a role counts for its person, its group's members and in its channel, and the highest wins", async () => {
  give("channel", "C1", "operator");
  expect([await role(), await role({ channelId: "C2" }), await role({ channelId: "C1" })]).toEqual([
    "viewer",
    "viewer",
    "operator",
  ]);
  give("user", "USAM", "operator");
  give("group", "S1", "admin");
  expect(await role()).toBe("operator");
  slack.groups["S1"] = ["USAM"];
  expect(await role({}, { fresh: true })).toBe("admin");
});

test.each<[string, Partial<PersonFacts>]>([
  ["a guest", { isGuest: true, isAdmin: true }],
  ["a person of another workspace", { teamIds: ["T2"] }],
])("%s has only the roles that were granted by name", async (_, facts) => {
  slack.person = { ...sam, ...facts };
  give("channel", "C1", "admin");
  give("group", "S1", "admin");
  slack.groups["S1"] = ["USAM"];
  expect(await role({ channelId: "C1" })).toBeUndefined();
  give("user", "USAM", "viewer");
  expect(await role({ channelId: "C1" })).toBe("viewer");
});

test("a deactivated account has nothing, whatever was granted to it", async () => {
  slack.person = { ...sam, isGone: true, isAdmin: true };
  give("user", "USAM", "operator");
  expect(await role({}, { fresh: true })).toBeUndefined();
});

test("in an organization only its own admins are admins, not those of one workspace", async () => {
  slack.person = { ...sam, enterpriseId: "E1", isAdmin: true };
  expect(await access("E1").roleOf({ userId: "USAM" })).toBe("viewer");
  slack.person = { ...sam, enterpriseId: "E1", isOrganizationAdmin: true };
  expect(await access("E1").roleOf({ userId: "USAM" }, { fresh: true })).toBe("admin");
  slack.person = { ...sam, enterpriseId: "E2", isOrganizationAdmin: true };
  expect(await access("E1").roleOf({ userId: "USAM" }, { fresh: true })).toBeUndefined();
});

test("Slack is asked about a person once a minute, or at once if facts must be fresh", async () => {
  await Promise.all([role(), role(), role()]);
  expect(slack.asked).toBe(1);
  atMs = 59_999;
  await role();
  expect(slack.asked).toBe(1);
  await role({}, { fresh: true });
  expect(slack.asked).toBe(2);
  atMs += 60_000;
  await role();
  expect(slack.asked).toBe(3);
});

test("a person's own grant counts without asking Slack", async () => {
  give("user", "USAM", "operator");
  await access().demand({ userId: "USAM" }, "operator");
  expect(slack.asked).toBe(0);
});

test("while Slack does not answer, people keep their role for five minutes", async () => {
  slack.person = { ...sam, isAdmin: true };
  await role();
  slack.trouble = away;
  atMs = 4 * 60_000;
  expect(await role()).toBe("admin");
  await expect(role({}, { fresh: true })).rejects.toMatchObject({ kind: "upstream" });
  atMs = 6 * 60_000;
  await expect(access().demand({ userId: "USAM" }, "viewer")).rejects.toMatchObject({
    kind: "upstream",
    message:
      "Slack isn't answering, so I can't check your role. I didn't do anything. Try again in a minute.",
  });
});

test("a person who is gone in Slack loses the role", async () => {
  await role();
  slack.trouble = new AppError("missing", "user_not_found");
  atMs = 61_000;
  expect(await role()).toBeUndefined();
});

test("groups that we may not read give nothing and take nothing", async () => {
  give("group", "S1", "operator");
  slack.groupTrouble = new AppError("auth", "missing_scope");
  const effectiveRole = await access().effectiveRoleOf({ userId: "USAM" });
  expect(effectiveRole).toMatchObject({ role: "viewer", unsure: undefined, unread: [{ id: "S1" }] });
  await expect(access().demand({ userId: "USAM" }, "operator")).rejects.toMatchObject({ kind: "forbidden" });
});

test("a group that does not answer may give more, so the person is not refused", async () => {
  give("group", "S1", "operator");
  slack.groupTrouble = away;
  await access().demand({ userId: "USAM" }, "viewer");
  await expect(access().demand({ userId: "USAM" }, "operator")).rejects.toMatchObject({ kind: "upstream" });
});

test("a refusal names the needed role, the person's role, who can change it, and the command", async () => {
  give("user", "UBO", "admin");
  await expect(access().demand({ userId: "USAM" }, "operator")).rejects.toMatchObject({
    kind: "forbidden",
    message:
      "You need the operator role to do this, and you are a viewer here. Ada 'Park', UBO or an admin of this Slack workspace can give it to you: `/db admin access grant @sam operator`.",
  });
  slack.person = { ...sam, isGuest: true };
  await expect(access().demand({ userId: "USAM" }, "viewer", { fresh: true })).rejects.toMatchObject({
    message: expect.stringContaining("and guests have no role until an admin gives them one."),
  });
  slack.person = { ...sam, isGone: true };
  await expect(access().demand({ userId: "USAM" }, "viewer", { fresh: true })).rejects.toMatchObject({
    message: expect.stringContaining("and your Slack account is deactivated."),
  });
});

test("a hurried check waits only that long for Slack", async () => {
  give("group", "SONCALL", "admin");
  slack.isSilent = true;
  const inHaste = hurried(access(), 1);
  const person = { userId: "USAM" };
  await expect(inHaste.roleOf(person)).rejects.toThrow("Slack isn't answering, so I can't check your role");
  await expect(inHaste.demand(person, "operator")).rejects.toThrow("Slack isn't answering");
  expect(await inHaste.effectiveRoleOf(person)).toMatchObject({
    role: "viewer",
    unsure: { kind: "upstream" },
  });
}, 4_000);
