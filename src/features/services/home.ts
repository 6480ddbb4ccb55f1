import { slackDate } from "../../platform/blocks/date.ts";
import { formatChannel } from "../../platform/blocks/escape.ts";
import { header, section } from "../../platform/blocks/text.ts";
import { plural } from "../../lib/text.ts";
import { pendingApprovals, shownName } from "./approval/content.ts";
import type { ServicesContext } from "./context.ts";
import type { HomeSection } from "../../platform/slack/interactions/deps.ts";
import { row } from "../../platform/blocks/button.ts";

const mostShown = 5;

/** Lists the person's own requests that wait for approval, and counts those of others. */
export const approvalsOnHome: HomeSection<ServicesContext> = {
  name: "approvals",
  rank: 30,
  async draw({ userId, offer }, context) {
    const pending = await pendingApprovals(context);
    if (pending.length === 0) return [];
    const own = pending.filter(({ content }) => content.requesterId === userId);
    const others = pending.length - own.length;
    const lines = own.slice(0, mostShown).map(({ content, approvedBy }) => {
      const { policy, expiresAt } = content;
      const votes = `${approvedBy.length} of ${policy.quorum} approved`;
      return `• *${shownName(content)}*: ${votes} ${formatChannel(policy)}, expires ${slackDate(new Date(expiresAt))}.`;
    });
    const left = own.length > mostShown ? [`and ${own.length - mostShown} more of yours`] : [];
    const rest = others > 0 ? [`${plural(others, "request")} from other people.`] : [];
    return [
      header("Waiting for approval"),
      section([...lines, ...left, ...rest].join("\n")),
      ...row(offer("All requests", { call: "approvals_list" })),
    ];
  },
};
