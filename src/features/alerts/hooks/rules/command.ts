import type { Reply } from "../../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../../context.ts";
import type { Asker } from "../../../../platform/context.ts";
import { AppError } from "../../../../lib/errors.ts";
import { foldName, nearest, oneLine, truncate } from "../../../../lib/text.ts";
import { rulesReply } from "./list.ts";
import type { NamedHook } from "../parts.ts";
import { addRule, moveRuleUp, removeRule } from "./change.ts";

const ruleActions = ["add", "remove", "up", "from", "list"] as const;

/** Lists the rules of a hook; or adds, removes or moves one. */
export async function hookRules(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  const [, word = "", words = ""] = /^(\S*)\s*(.*)$/.exec(oneLine(rest)) ?? [];
  const said = foldName(word) || "list";
  switch (ruleActions.find((action) => action === said)) {
    case "add":
      return addRule(hook, words, context, asker);
    case "remove":
      return removeRule(hook, words, context);
    case "up":
      return moveRuleUp(hook, words, context);
    case "from":
      return rulesReply(hook, words);
    case "list":
      return rulesReply(hook);
    case undefined:
      throw unknownAction(word, hook.name);
  }
}

function unknownAction(word: string, name: string): AppError {
  const near = nearest(word, ruleActions);
  const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  return new AppError(
    "user",
    `After the hook's name comes nothing, \`add\`, \`remove\` or \`up\`, not “${truncate(word, 40)}”.${hint} For example: \`/db hook rules ${name} remove 1\`.`,
  );
}
