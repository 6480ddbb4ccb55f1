import { actions } from "../../../platform/blocks/button.ts";
import { commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { code, visible } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, plural } from "../../../lib/text.ts";
import type { Hook } from "./record.ts";
import { type NamedHook, hookInMrkdwn, showButton } from "./parts.ts";
import { removeKnownHook } from "./record-changes.ts";
import type { Redis } from "ioredis";
import { keys } from "../../../platform/redis/keys.ts";

// Counts what waits in the inbox before it goes. Moves the cursor, so that the commit of an ingestion under way fails.
const removeAll = `
if redis.call("HDEL", KEYS[1], ARGV[1]) == 0 then return 0 end
local waiting = 0
for _, entry in ipairs(redis.call("LRANGE", KEYS[2], 0, -1)) do
  if not string.find(entry, '{"kind":"action"', 1, true) then waiting = waiting + 1 end
end
for _, latest in ipairs(redis.call("HVALS", KEYS[3])) do
  waiting = waiting + tonumber(string.match(latest, "^%d+") or 0)
end
if waiting > 0 then redis.call("HINCRBY", KEYS[4], "suppressed:hook deleted", waiting) end
redis.call("INCRBY", KEYS[5], redis.call("LLEN", KEYS[2]) + 1)
redis.call("EXPIRE", KEYS[5], 3600)
redis.call("SREM", KEYS[6], ARGV[1])
redis.call("HDEL", KEYS[10], ARGV[1])
redis.call("DEL", KEYS[2], KEYS[3], KEYS[7], KEYS[8], KEYS[9])
return 1
`;

/** Deletes a hook and all that belongs to it alone, in one step; false if it was gone. Its incidents stay. */
export async function removeHook(redis: Redis, workspaceId: string, hookId: string): Promise<boolean> {
  const touched = [
    keys.hooks(workspaceId),
    keys.inbox(workspaceId, hookId),
    keys.flood(workspaceId, hookId),
    keys.alertCounts(workspaceId),
    keys.inboxCursor(workspaceId, hookId),
    keys.fullInboxes(workspaceId),
    keys.openIncidents(workspaceId, hookId),
    keys.incidentTimers(workspaceId, hookId),
    keys.eventLog(workspaceId, hookId),
    keys.hookRates(workspaceId),
  ];
  return (await redis.eval(removeAll, touched.length, ...touched, hookId)) === 1;
}

/** Deletes a hook if its name is repeated, as its button does. Otherwise asks, and says what depends on the hook. */
export async function deleteHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const again = foldName(rest);
  if (again === "") return askedReply(hook, (await context.incidents.open(hook.id)).length);
  if (again !== foldName(hook.name))
    throw new AppError(
      "user",
      `To delete “${hook.name}”, say its name again: \`/db hook delete ${hook.name} ${hook.name}\`.`,
    );
  if (!(await removeKnownHook(hook, context)))
    throw new AppError("missing", `The hook “${hook.name}” was deleted already.`);
  return say(
    `${hookInMrkdwn(hook)} is deleted: its address takes nothing any more. Its messages ${formatChannel(hook)} stay as they are. ${code("/db hook create #channel")} makes another one, with another address.`,
  );
}

function askedReply(hook: Hook, openAlerts: number): Reply {
  const typed = code(`/db hook delete ${hook.name} ${hook.name}`);
  const text = `To delete ${hookInMrkdwn(hook)}, press the button, or say its name again: ${typed}.\n${dependsOn(hook, openAlerts)}`;
  return reply(text, [section(text), actions([deleteButton(hook, openAlerts), showButton(hook)])]);
}

/** Deletes a hook after a confirmation that says what depends on it. */
export function deleteButton(hook: Hook, openAlerts: number) {
  const question = {
    title: "Delete this hook?",
    text: `“${visible(hook.name)}”: ${dependsOn(hook, openAlerts)}`,
    yes: "Delete",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Delete", `hook delete ${hook.id} ${hook.name}`);
}

/** What depends on a hook, as plain text that is also valid mrkdwn. */
function dependsOn({ rules, muted, mapping }: Hook, openAlerts: number): string {
  const goes = [
    ...(rules.length > 0 ? [plural(rules.length, "rule")] : []),
    ...(Object.keys(muted).length > 0 ? [plural(Object.keys(muted).length, "muted alert")] : []),
    ...(mapping ? ["its mapping"] : []),
  ];
  return [
    "Senders that post to it are refused from then on.",
    openAlerts === 0
      ? "It has no open alerts."
      : `${plural(openAlerts, "open alert stays", "open alerts stay")} in the channel, and nothing updates ${openAlerts === 1 ? "it" : "them"} any more.`,
    ...(goes.length > 0 ? [`With it goes what was set up: ${goes.join(", ")}.`] : []),
    "This cannot be undone.",
  ].join(" ");
}
