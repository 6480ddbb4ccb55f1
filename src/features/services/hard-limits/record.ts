import { z } from "zod";
import { creditsOrCurrency, kept, positiveAmount, strictly, userId } from "../../../lib/kinds.ts";
import { record } from "../../../platform/as-code/record.ts";
import type { RedisClient } from "../../../platform/redis/connect.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { onlyRecord } from "../../../platform/redis/records.ts";

/** What no new service of a workspace may exceed, whoever asks for it and whoever approves it. */
export const HardLimits = z.object({
  /** The most that compute may cost in 30 days at the largest size: in credits, or in a currency. */
  price: z
    .object({
      most: kept(positiveAmount, z.string().regex(/^-?\d+(\.\d+)?$/)),
      unit: kept(creditsOrCurrency, z.string().regex(/^(?:credits|[A-Z]{3})$/)),
    })
    .optional(),
  /** True if a team over one of its budgets creates nothing. */
  teamOverBudget: z.boolean().default(false),
  setBy: kept(userId),
  setAt: z.iso.datetime(),
});
export type HardLimits = z.output<typeof HardLimits>;

const keptLimits = { schema: HardLimits, key: keys.hardLimits, only: "deny" };

/** The hard limits of one workspace in Redis. A record that cannot be read is a bug. */
export const hardLimits = (redis: RedisClient, workspaceId: string) =>
  onlyRecord(keptLimits, redis, workspaceId);

/** What no new service may exceed. There is one set of it, or none. */
export const hardLimitsRecord = record({
  kept: keptLimits,
  records: "hardLimits",
  actions: { set: "hard-limit.set", remove: "hard-limit.set" },
  recorded: (before, after) => ({ before: ruleOf(before), after: ruleOf(after) }),
  name: "hardLimits",
  noun: "hard limit",
  nouns: "hard limits",
  shownIn: { tabs: ["admin approvals"], lists: ["approvals_list"] },
  item: strictly(HardLimits.omit({ setBy: true, setAt: true })).refine(
    ({ price, teamOverBudget }) => price !== undefined || teamOverBudget,
    "must say something: a `price`, or `teamOverBudget: true`",
  ),
  leftOut: { setBy: "who set it here", setAt: "when it was set here" },
  itemOf: ({ setBy: _by, setAt: _at, ...limits }) => limits,
  recordOf: (limits, { by, at }) => ({ ...limits, setBy: by, setAt: at }),
});

/** The limits as the audit log has them: without who set them when, because the audit entry says so. */
function ruleOf(limits: HardLimits | undefined): Record<string, string | boolean> | null {
  if (!limits) return null;
  const { price, teamOverBudget } = limits;
  return { ...(price && { priceOver: `${price.most} ${price.unit}` }), teamOverBudget };
}
