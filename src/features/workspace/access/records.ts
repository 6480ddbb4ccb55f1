import { z } from "zod";
import { strictly } from "../../../lib/kinds.ts";
import { record } from "../../../platform/as-code/record.ts";
import { CreateLimits, keptLimits } from "../../../platform/access/create-limits.ts";
import { Grant, type Grantee, grantField, keptGrants } from "../../../platform/access/grants.ts";
import { groupHandle, personName } from "../../../platform/access/known-people.ts";
import type { InstalledContext } from "../context.ts";

const { role, name } = Grant.shape;
const wordOf = { user: "person", group: "group", channel: "channel" } as const;
const grantee = /^(person|group|channel) ([A-Z0-9]+)$/;

function granteeOf(key: string): Grantee {
  const [, word, id = ""] = grantee.exec(key) ?? [];
  return { kind: word === "person" ? "user" : word === "group" ? "group" : "channel", id };
}

/** The roles that are granted. The file has them by whom they are for: "person U012AB". */
export const grantRecord = record({
  kept: keptGrants,
  records: "grants",
  actions: { set: "access.grant", remove: "access.revoke" },
  subject: (grant) => grant && { user: "", group: "@", channel: "#" }[grant.kind] + grant.name,
  recorded: (before, after) => ({ before: before && factsOf(before), after: after && factsOf(after) }),
  name: "access",
  noun: "role",
  nouns: "roles",
  shownIn: { tabs: ["admin access"], lists: ["access_show"] },
  // The name is for readers of the file. It proves nothing, so Slack's present one is kept and shown.
  item: strictly(z.object({ role, name: name.default("") })),
  leftOut: {
    kind: "it is in the key",
    id: "it is in the key",
    name: "Slack's present name is kept",
    grantedBy: "who granted it here",
    grantedAt: "when it was granted here",
  },
  key: z.string().regex(grantee, "must be a person, a group or a channel, such as `person U012AB`"),
  keyOf: (_, { kind, id }) => `${wordOf[kind]} ${id}`,
  idOf: (key) => grantField(granteeOf(key)),
  itemOf: (grant) => ({ role: grant.role, name: grant.name }),
  async recordOf(item, { key, by, at }, context: InstalledContext) {
    const who = granteeOf(key);
    const made = { grantedBy: by, grantedAt: at };
    return { ...who, role: item.role, name: await presentName(who, context), ...made };
  },
  compared: (present, wanted) => ({ ...present, name: wanted.name }),
  label: (key, item) => (item.name === "" ? key : `${item.name} (${key})`),
  named: async (item, key, context) => ({ ...item, name: await presentName(granteeOf(key), context) }),
});

/** The id, because names change. */
function factsOf({ kind, id, role }: Grant) {
  return { role, [`${kind}Id`]: id };
}

/** Slack's present name of a grantee. Empty for a channel, which its id names, and if Slack doesn't tell. */
async function presentName({ kind, id }: Grantee, { people }: InstalledContext): Promise<string> {
  if (kind === "channel") return "";
  return (kind === "user" ? await personName(id, people) : await groupHandle(id, people)) ?? "";
}

/** What roles may create, by role. */
export const limitRecord = record({
  kept: keptLimits,
  records: "createLimits",
  actions: { set: "access.limit", remove: "access.limit" },
  subject: (_, role) => role,
  recorded: (before, after) => ({ before, after }),
  name: "limits",
  noun: "limit of a role",
  nouns: "limits of roles",
  shownIn: { tabs: ["admin access"], lists: ["access_limits_show"] },
  item: strictly(CreateLimits),
  leftOut: {},
  // Viewers create nothing.
  key: z.string().regex(/^(?:viewer|operator|admin)$/, "must be a role: viewer, operator or admin"),
  itemOf: (limits) => limits,
  recordOf: (limits) => limits,
});
