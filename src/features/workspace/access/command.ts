import type { Reply } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { grantRole } from "./grant.ts";
import { limitRole } from "./limit.ts";
import { revokeRole } from "./revoke.ts";
import { showAccess } from "./show.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { row } from "../../../platform/blocks/button.ts";
import { type Found, subcommandWords, command } from "../../../platform/commands/command.ts";
import { listed } from "../../../platform/commands/entry.ts";
import { accessEntries } from "../entries.ts";
import * as texts from "./texts.ts";

type AccessCommand = (words: string, context: InstalledContext, asker: Asker) => Promise<Reply | Found>;

const subcommands = {
  show: showAccess,
  grant: changing(grantRole),
  revoke: changing(revokeRole),
  limit: changing(limitRole),
} satisfies Record<string, AccessCommand>;

/** A subcommand for admins, by what Slack and the grants say now, not a minute ago. */
function changing(subcommand: AccessCommand): AccessCommand {
  return async (words, context, asker) => {
    await context.access.demand(asker, "admin", { fresh: true });
    return subcommand(words, context, asker);
  };
}

const Args = subcommandWords("admin access", subcommands, {
  usual: "show",
  hint: texts.subcommandHint,
});

/** `/db access …`: who may do what, and what each role may create. */
export const access = command({
  name: "access",
  partOf: "admin",
  summary: texts.summary,
  usage: "[grant @person|@group|#channel <role> | revoke … | limit <role> …]",
  examples: [
    "/db admin access",
    "/db admin access grant @sam operator",
    "/db admin access grant @oncall operator",
    "/db admin access grant #databases viewer",
    "/db admin access revoke @sam",
    "/db admin access limit list",
    "/db admin access limit operator providers=aws regions=eu-west-1,eu-central-1 memory=96",
    '/db admin access limit operator name="dev *" addresses=required world=no',
    "/db admin access limit operator expires=7d longest=30d deletes=14d",
    "/db admin access limit operator off",
  ],
  details: texts.details,
  args: Args,
  entries: listed(accessEntries),
  calls: ({ subcommand, words }) =>
    accessEntries[subcommand === "limit" && !/\S\s+\S/.test(words) ? "limits" : subcommand],
  run: ({ subcommand, words }, context: InstalledContext, asker) =>
    subcommands[subcommand](words, context, asker),
});

/** The asker's role, and for admins all roles, in `/db admin`. */
export const accessTab: AdminTab<InstalledContext> = {
  rank: 1,
  name: "access",
  label: "Access",
  access: "viewer",
  async draw({ userId, offer }, context) {
    const shown = await showAccess("", context, { workspaceId: context.workspaceId, userId });
    const { blocks } = await shown.draw();
    return [...blocks, ...row(offer(texts.limitsButton, "admin access limit list"))];
  },
};
