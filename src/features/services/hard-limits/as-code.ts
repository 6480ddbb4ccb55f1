import { z } from "zod";
import { strictly } from "../../../lib/kinds.ts";
import { codePart, expectSame } from "../../../platform/as-code/part.ts";
import { changeBetween } from "../../../platform/audit/recorder.ts";
import type { ServicesContext } from "../context.ts";
import { HardLimits } from "./record.ts";
import { ruleOf } from "./set.ts";

const HardLimitsItem = strictly(HardLimits.omit({ setBy: true, setAt: true })).refine(
  ({ price, teamOverBudget }) => price !== undefined || teamOverBudget,
  "must say something: a `price`, or `teamOverBudget: true`",
);
type HardLimitsItem = z.output<typeof HardLimitsItem>;

/** There is one set of them, or none. */
const only = "deny";

function itemOf({ setBy: _by, setAt: _at, ...limits }: HardLimits): HardLimitsItem {
  return limits;
}

/** What no new service may exceed, as code. */
export const hardLimitsAsCode = codePart<ServicesContext, HardLimitsItem>({
  name: "hardLimits",
  noun: "hard limit",
  nouns: "hard limits",
  shownIn: { tabs: ["admin approvals"], lists: ["approvals_list"] },
  item: HardLimitsItem,
  record: HardLimits,
  leftOut: { setBy: "who set it here", setAt: "when it was set here" },
  key: z.string().regex(/^deny$/, "must be `deny`"),
  async read({ hardLimits }) {
    const limits = await hardLimits.find();
    return new Map(limits ? [[only, itemOf(limits)]] : []);
  },
  put: (_, wanted, before, context, by) => save(wanted, before, context, by),
  remove: (_, before, context) => save(undefined, before, context, ""),
  guards: {
    hardLimits({ hardLimits }, refusing) {
      const guarded: ServicesContext["hardLimits"] = {
        ...hardLimits,
        async save(limits) {
          const before = await hardLimits.find();
          (await refusing())(only, before && itemOf(before), limits && itemOf(limits));
          return hardLimits.save(limits);
        },
      };
      return guarded;
    },
  },
});

async function save(
  wanted: HardLimitsItem | undefined,
  before: HardLimitsItem | undefined,
  { hardLimits, audit, now }: ServicesContext,
  by: string,
): Promise<void> {
  const present = await hardLimits.find();
  expectSame(present && itemOf(present), before);
  const next = wanted && { ...wanted, setBy: by, setAt: now().toISOString() };
  await audit.change(
    { action: "hard-limit.set" },
    () => hardLimits.save(next),
    (replaced) => changeBetween(ruleOf(replaced) ?? {}, ruleOf(next) ?? {}),
  );
}
