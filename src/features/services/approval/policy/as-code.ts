import { z } from "zod";
import { strictly } from "../../../../lib/kinds.ts";
import { groupHandle } from "../../../../platform/access/present-names.ts";
import { codePart, expectSame } from "../../../../platform/as-code/part.ts";
import { changeBetween } from "../../../../platform/audit/recorder.ts";
import type { ServicesContext } from "../../context.ts";
import { type ApprovalPolicies, ApprovalPolicy } from "./record.ts";

const PolicyItem = strictly(ApprovalPolicy.omit({ setBy: true, setAt: true }));
type PolicyItem = z.output<typeof PolicyItem>;

/** There is one policy, or none. */
const only = "policy";

function itemOf({ setBy: _by, setAt: _at, ...policy }: ApprovalPolicy): PolicyItem {
  return policy;
}

/** When new services need approval, as code. */
export const approvalsAsCode = codePart<ServicesContext, PolicyItem>({
  name: "approvals",
  noun: "rule for approvals",
  nouns: "rules for approvals",
  places: { tabs: ["admin approvals"], lists: ["approvals_list"] },
  item: PolicyItem,
  record: ApprovalPolicy,
  leftOut: {
    groupName: "Slack's present handle is kept",
    setBy: "who set it here",
    setAt: "when it was set here",
  },
  compared: (present, wanted) => ({ ...present, groupName: wanted.groupName }),
  named: async (item, _, { people }) => ({
    ...item,
    groupName: (await groupHandle(item.groupId, people)) ?? "",
  }),
  key: z.string().regex(/^policy$/, "must be `policy`"),
  async read({ approvalPolicies }) {
    const policy = await approvalPolicies.find();
    return new Map(policy ? [[only, itemOf(policy)]] : []);
  },
  async put(_, wanted, before, { approvalPolicies, audit, now, people }, by) {
    const present = await approvalPolicies.find();
    expectSame(present && itemOf(present), before);
    const groupName = (await groupHandle(wanted.groupId, people)) ?? "";
    await audit.change(
      { action: "approval.set" },
      () => approvalPolicies.save({ ...wanted, groupName, setBy: by, setAt: now().toISOString() }),
      (replaced) => changeBetween(replaced ? itemOf(replaced) : {}, wanted),
    );
  },
  async remove(_, before, { approvalPolicies, audit }) {
    const present = await approvalPolicies.find();
    expectSame(present && itemOf(present), before);
    await audit.change(
      { action: "approval.off" },
      () => approvalPolicies.drop(),
      (dropped) => dropped && { before: itemOf(dropped) },
    );
  },
  guards: {
    approvalPolicies({ approvalPolicies }, refusing) {
      async function check(after: ApprovalPolicy | undefined) {
        const before = await approvalPolicies.find();
        (await refusing())(only, before && itemOf(before), after && itemOf(after));
      }
      const guarded: ApprovalPolicies = {
        ...approvalPolicies,
        async save(policy) {
          await check(policy);
          return approvalPolicies.save(policy);
        },
        async drop() {
          await check(undefined);
          return approvalPolicies.drop();
        },
      };
      return guarded;
    },
  },
});
