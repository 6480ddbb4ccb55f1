import { actions } from "../../../platform/blocks/button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, plural } from "../../../lib/text.ts";
import type { Hook } from "./record.ts";
import { type NamedHook, changeHook } from "./named.ts";
import { hookInMrkdwn, showButton } from "./parts.ts";

const defaultMinutes = 15;
const mostMinutes = 1_440;
/** Slack writes a user group as `<!subteam^S123|@oncall>`. */
const group = /<!subteam\^([A-Z0-9]+)(?:\|[^>]*)?>/gi;
const after = /^(?:after\s+)?(\d{1,4})\s*(m|min|mins|minutes?|h|hours?)?$/i;

/** Names the user group that is mentioned, once, where nobody acknowledges an alert for so long. */
export async function setEscalation({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const escalation = foldName(rest) === "off" ? undefined : readEscalation(rest, hook);
  await changeHook(hook, context, (present) => ({ ...present, escalation }));
  const name = hookInMrkdwn(hook);
  const text = escalation
    ? `When nobody acknowledges an alert of ${name} for ${plural(escalation.afterMinutes, "minute")}, I mention <!subteam^${escalation.groupId}> in its thread, once. That holds for alerts that begin from now on.`
    : `Nobody is mentioned where an alert of ${name} is not acknowledged.`;
  return reply(text, [section(text), actions([showButton(hook)])]);
}

function readEscalation(words: string, { name }: Hook): NonNullable<Hook["escalation"]> {
  const example = `For example: \`/db hook escalate ${name} @oncall after 15\`.`;
  const [groupId, another] = [...words.matchAll(group)].map(([, id = ""]) => id.toUpperCase());
  if (another !== undefined) throw new AppError("user", `Name one user group only. ${example}`);
  if (groupId === undefined)
    throw new AppError(
      "user",
      `Say which user group, picked from the list that Slack shows while you type its @name; a person's name is none. ${example}`,
    );
  const time = words.replace(group, " ").trim();
  return { groupId, afterMinutes: time === "" ? defaultMinutes : readMinutes(time, example) };
}

function readMinutes(time: string, example: string): number {
  const [, count, unit = "m"] = after.exec(time) ?? [];
  const minutes = Number(count) * (/^h/i.test(unit) ? 60 : 1);
  if (count !== undefined && minutes >= 1 && minutes <= mostMinutes) return minutes;
  throw new AppError(
    "user",
    `“${time}” is no time to wait: after how many minutes, from 1 to ${mostMinutes.toLocaleString("en-US")}? ${example}`,
  );
}
