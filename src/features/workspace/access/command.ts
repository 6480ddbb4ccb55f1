import type { InstalledContext } from "../context.ts";
import { grant } from "./grant.ts";
import { limit, limits } from "./limit.ts";
import { revoke } from "./revoke.ts";
import { show, showAccess } from "./show.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { row } from "../../../platform/blocks/button.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import * as texts from "./texts.ts";

/** `/db access …`: who may do what, and what each role may create. */
export const access = commandOf({
  name: "access",
  partOf: "admin",
  summary: texts.summary,
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
  hint: texts.subcommandHint,
  calls: [show, grant, revoke, limits, limit],
});

/** The asker's role, and for admins all roles, in `/db admin`. */
export const accessTab: AdminTab<InstalledContext> = {
  rank: 1,
  name: "access",
  label: "Access",
  access: "viewer",
  async draw({ userId, offer }, context) {
    const shown = await showAccess(context, { workspaceId: context.workspaceId, userId });
    const { blocks } = await shown.draw();
    return [...blocks, ...row(offer(texts.limitsButton, { call: "access_limits_show" }))];
  },
};
