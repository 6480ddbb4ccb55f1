import { z } from "zod";
import { oneLine } from "../lib/text.ts";
import { listApprovals } from "./approvals-list.ts";
import { setApprovals, stopApprovals } from "./approvals-set.ts";
import { command } from "./command.ts";

const Act = z.object({
  act: z.enum(["set", "off", "list"], {
    error: "After `approvals` comes `set #channel by @group`, `off`, or nothing for a list.",
  }),
  words: z.string(),
});

const Args = z.preprocess(inWords, Act);

/** The words after `approvals`: what to do, and the rest says how. */
function inWords(text: unknown) {
  const [, act = "", words = ""] = /^(\S*)\s*(.*)$/.exec(oneLine(String(text))) ?? [];
  return { act: act.toLowerCase() || "list", words };
}

/** `/db approvals [set|off]`: which new services somebody else has to approve first. */
export const approvals = command({
  name: "approvals",
  summary: "Lists requests that wait for approval, and says which new services need it, and whose.",
  usage:
    "[set #channel by @group [quorum <n>] [when role operator] [memory over <GB> | price over <credits> a month] | off]",
  examples: [
    "/db approvals",
    "/db approvals set #db-approvals by @dba",
    "/db approvals set #db-approvals by @dba quorum 2 when role operator memory over 64",
    "/db approvals set #db-approvals by @dba price over 500 credits a month",
    "/db approvals off",
  ],
  details:
    "The form that creates a service then asks for approval first. Approvers see all that will be sent, in that channel; they must be in that user group when they press the button, and nobody approves what they asked for. Without a size or a price, every new service needs approval; of a size and a price, either is enough. Memory is that of all replicas at their largest, the price that of compute in 30 days at the largest size; what is left to the cloud, or cannot be estimated, needs approval too. With `when role operator` admins need none. A request expires after 24 hours. A workflow's step cannot ask for approval: where it would need it, it ends with that reason.",
  args: Args,
  access: ({ act }) => (act === "list" ? "viewer" : "admin"),

  async run({ act, words }, context, asker) {
    switch (act) {
      case "set":
        return setApprovals(words, context, asker);
      case "off":
        return stopApprovals(context, asker);
      case "list":
        return listApprovals(context);
    }
  },
});
