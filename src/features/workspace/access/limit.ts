import { type Role, aRole } from "../../../platform/access/role.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError } from "../../../lib/errors.ts";
import { limitsInWords } from "../../../platform/access/format-limits.ts";
import type { CreateLimits } from "../../../platform/access/create-limits.ts";
import { askFirst } from "../../../platform/commands/ask-first.ts";
import { limitExample, limitsIn } from "./limit-words.ts";
import { roleIn } from "./read-words.ts";
import { recordChange } from "../../../platform/commands/record-change.ts";

/** Shows what each role may create, or changes it. */
export async function limitRole(words: string, context: InstalledContext, asker: Asker): Promise<Reply> {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(words) ?? [];
  if (word === "" || word.toLowerCase() === "list") return listed(context);
  const role = roleIn(word, limitExample);
  if (role === "viewer")
    throw new AppError(
      "user",
      `Viewers create nothing, so there is nothing to limit. For example: \`${limitExample}\`.`,
    );
  if (rest === "") return listed(context, role);
  const before = await context.createLimits.of(role);
  const [, sure] = /^off(?:\s+(yes))?$/i.exec(rest) ?? [];
  const isOff = sure !== undefined || rest.toLowerCase() === "off";
  if (isOff && before && sure === undefined) {
    return askFirst({
      text: `Take the limits of ${aRole(role)} away? Now ${lineOf(role, before)}`,
      yes: "Take them away",
      command: `access limit ${role} off yes`,
    });
  }
  const after = isOff ? undefined : limitsIn(rest, before);
  await context.createLimits.set(role, after);
  await recordChange({ action: "access.limit", subject: role, before, after }, context, asker);
  return say(
    after ? `From now on, ${lineOf(role, after)}` : `What ${aRole(role)} creates is not limited any more.`,
  );
}

function lineOf(role: Role, limits: CreateLimits): string {
  return `what ${aRole(role)} creates is limited: ${limitsInWords(limits)}.`;
}

async function listed({ createLimits }: InstalledContext, only?: Role): Promise<Reply> {
  const all = await createLimits.list();
  const shown = all.filter(({ role }) => only === undefined || role === only);
  const lines = shown.map(({ role, limits }) => `• ${lineOf(role, limits)}`);
  const none = `What ${only ? aRole(only) : "operators and admins"} ${only ? "creates" : "create"} is not limited.`;
  return say([...(lines.length === 0 ? [none] : lines), `To limit it: ${code(limitExample)}`].join("\n"));
}
