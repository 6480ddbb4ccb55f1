import { formatList, plural } from "../../lib/text.ts";
import { slackDate } from "../../platform/blocks/date.ts";
import { code, escapeName } from "../../platform/blocks/escape.ts";
import { formatChannel } from "../../platform/blocks/link.ts";
import type { Hook } from "./hooks/record.ts";
import type { Incident } from "./incident/record.ts";
import { headline } from "./message/incident-message.ts";
import { fromElsewhere } from "./message/notes.ts";

// The set-up of a new workspace. mrkdwn, but the title.

export const firstUse = {
  title: "Create a service, or get alerts into a channel",
  how: `Create one here, add one you have (${code("/db services add <service id> <name>")}), or make an address for alerts (${code("/db alerts hooks create #alerts")}).`,
};

// Open alerts on App Home. mrkdwn.

export const noneOpen = "No open alerts.";

export function open(count: number): string {
  return `*${plural(count, "open alert")}*`;
}

/** The text of the button to the list. Plain text. */
export function all(count: number): string {
  return `Show all ${count.toLocaleString("en-US")}`;
}

export function incident(one: Incident): string {
  const group = fromElsewhere(one.latest.group ?? "", 150);
  const since = `since ${slackDate(new Date(one.openedAtMs))} ${formatChannel(one)}`;
  return `${headline(one)}\n${group === "" ? `S${since.slice(1)}` : `${group} · ${since}`}`;
}

// For admins. mrkdwn.

export function access(grants: number): string {
  return `*Access:* ${grants === 0 ? "no roles granted yet" : `${plural(grants, "role")} granted`}.`;
}

export function hooks(count: number, paused: number): string {
  return `*Hooks:* ${count === 0 ? "none yet" : count}${paused > 0 ? `, ${paused} paused` : ""}.`;
}

/** A hook that can't post everywhere that it should. */
export function brokenHook({ name, unreachable = [], fallbackChannelId }: Hook): string {
  const channels = formatList(unreachable.map((channel) => formatChannel(channel)));
  const advice = fallbackChannelId
    ? "Its fallback channel takes over."
    : `Choose another channel: ${code(`/db alerts hooks fallback ${name} #channel`)}.`;
  return `:warning: Hook *${escapeName(name)}* can't post ${channels}. ${advice}`;
}

export function moreBroken(count: number): string {
  return `and ${plural(count, "more hook")} with the same problem`;
}

export function undelivered(count: number): string {
  return `:warning: ${plural(count, "alert")} couldn't be shown in Slack: ${code("/db alerts undelivered")}.`;
}
