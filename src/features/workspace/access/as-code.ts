import { z } from "zod";
import { strictly } from "../../../lib/kinds.ts";
import { codePart, expectSame } from "../../../platform/as-code/part.ts";
import { type AllCreateLimits, CreateLimits } from "../../../platform/access/create-limits.ts";
import { Grant, type Grants, maxGrants } from "../../../platform/access/grants.ts";
import { groupHandle, personName } from "../../../platform/access/present-names.ts";
import { Role } from "../../../platform/access/role.ts";
import { changeBetween } from "../../../platform/audit/recorder.ts";
import type { InstalledContext } from "../context.ts";
import { grantedChange, revokedChange } from "./lines.ts";

const { role, name } = Grant.shape;
/** The name is for readers of the file. Slack's present one is kept and shown. */
const GrantItem = strictly(z.object({ role, name: name.default("") }));
type GrantItem = z.output<typeof GrantItem>;

const wordOf = { user: "person", group: "group", channel: "channel" } as const;
const grantee = /^(person|group|channel) ([A-Z0-9]+)$/;

function keyOf({ kind, id }: Pick<Grant, "kind" | "id">): string {
  return `${wordOf[kind]} ${id}`;
}

function granteeOf(key: string): Pick<Grant, "kind" | "id"> {
  const [, word, id = ""] = grantee.exec(key) ?? [];
  return { kind: word === "person" ? "user" : word === "group" ? "group" : "channel", id };
}

function itemOf(grant: Grant): GrantItem {
  return { role: grant.role, name: grant.name };
}

/** The grants of roles as code, by whom they are for: "person U012AB". */
export const grantsAsCode = codePart<InstalledContext, GrantItem>({
  name: "access",
  noun: "role",
  nouns: "roles",
  shownIn: { tabs: ["admin access"], lists: ["access_show"] },
  item: GrantItem,
  record: Grant,
  leftOut: {
    kind: "it is in the key",
    id: "it is in the key",
    name: "Slack's present name is kept",
    grantedBy: "who granted it here",
    grantedAt: "when it was granted here",
  },
  most: maxGrants,
  key: z.string().regex(grantee, "must be a person, a group or a channel, such as `person U012AB`"),
  compared: (present, wanted) => ({ ...present, name: wanted.name }),
  // A file's own names prove nothing.
  label: (key, item) => (item.name === "" ? key : `${item.name} (${key})`),
  named: async (item, key, context) => ({ ...item, name: await presentName(granteeOf(key), context) }),
  read: async ({ grants }) => new Map((await grants.list()).map((grant) => [keyOf(grant), itemOf(grant)])),
  async put(key, wanted, before, context, by) {
    const { grants, audit, now } = context;
    await expectGrant(key, before, grants);
    const made = { grantedBy: by, grantedAt: now().toISOString() };
    const grant: Grant = {
      ...granteeOf(key),
      role: wanted.role,
      name: await presentName(granteeOf(key), context),
      ...made,
    };
    await audit.change(
      { action: "access.grant" },
      () => grants.give(grant),
      (replaced) => recordedOf(grantedChange(grant, replaced)),
    );
  },
  async remove(key, before, { grants, audit }) {
    await expectGrant(key, before, grants);
    await audit.change(
      { action: "access.revoke" },
      () => grants.take(granteeOf(key)),
      (taken) => taken && recordedOf(revokedChange(taken)),
    );
  },
  guards: {
    grants({ grants }, refusing) {
      async function check(key: string, after: Grant | undefined) {
        const present = await grantOf(key, grants);
        (await refusing())(key, present && itemOf(present), after && itemOf(after));
      }
      const guarded: Grants = {
        ...grants,
        async give(grant) {
          await check(keyOf(grant), grant);
          return grants.give(grant);
        },
        async take(one) {
          await check(keyOf(one), undefined);
          return grants.take(one);
        },
      };
      return guarded;
    },
  },
});

/** Slack's present name of a grantee. Empty for a channel, which its id names, and if Slack doesn't tell. */
async function presentName({ kind, id }: Pick<Grant, "kind" | "id">, { people }: InstalledContext) {
  if (kind === "channel") return "";
  return (kind === "user" ? await personName(id, people) : await groupHandle(id, people)) ?? "";
}

async function grantOf(key: string, grants: Grants): Promise<Grant | undefined> {
  return (await grants.list()).find((grant) => keyOf(grant) === key);
}

async function expectGrant(key: string, before: GrantItem | undefined, grants: Grants): Promise<void> {
  const present = await grantOf(key, grants);
  expectSame(present && itemOf(present), before);
}

function recordedOf({ action: _action, ...recorded }: ReturnType<typeof grantedChange>) {
  return recorded;
}

const LimitsItem = strictly(CreateLimits);

/** What roles may create, as code, by role. */
export const limitsAsCode = codePart<InstalledContext, CreateLimits>({
  name: "limits",
  noun: "limit of a role",
  nouns: "limits of roles",
  shownIn: { tabs: ["admin access"], lists: ["access_limits_show"] },
  item: LimitsItem,
  record: CreateLimits,
  leftOut: {},
  // Viewers create nothing.
  key: z.string().regex(/^(?:viewer|operator|admin)$/, "must be a role: viewer, operator or admin"),
  read: async ({ createLimits }) =>
    new Map((await createLimits.list()).map(({ role, limits }) => [role, limits])),
  async put(key, wanted, before, context) {
    await setLimits(key, wanted, before, context);
  },
  async remove(key, before, context) {
    await setLimits(key, undefined, before, context);
  },
  guards: {
    createLimits({ createLimits }, refusing) {
      const guarded: AllCreateLimits = {
        ...createLimits,
        async set(role, limits) {
          (await refusing())(role, await createLimits.of(role), limits);
          await createLimits.set(role, limits);
        },
      };
      return guarded;
    },
  },
});

async function setLimits(
  key: string,
  wanted: CreateLimits | undefined,
  before: CreateLimits | undefined,
  { createLimits, audit }: InstalledContext,
): Promise<void> {
  const role = Role.parse(key);
  expectSame(await createLimits.of(role), before);
  await audit.change(
    { action: "access.limit", subject: role },
    () => createLimits.set(role, wanted),
    () => changeBetween(before ?? {}, wanted ?? {}),
  );
}
