import { keptFor } from "../../../platform/redis/keys.ts";
import { code } from "../../../platform/blocks/escape.ts";

// What people read about the audit log, in mrkdwn. Errors are plain. Names are escaped, and `where` is a channel with
// its preposition.

// Help

export const summary =
  "Shows who changed what, and who looked at which password. Exports it, or posts it in a channel.";
export const details =
  "It records every change and every look at a password: who, when, where, before, after and the result. It also records what someone's role didn't allow. Search by a name, or by a kind such as `hook` or `service.create`. `ids` shows the ids of requests and things. Entries are kept for 400 days unless the operator says otherwise. They can't be changed, except that an erased person's name goes, and hold no secrets. `export` sends you a file of JSON Lines. `mirror` posts new entries in a channel.";

// A page

export const notATime = (words: string) =>
  `“${words}” looks like a time, but I don't understand it. Try \`/db admin audit last 7 days\`, \`/db admin audit @ada october\` or \`/db admin audit orders prod since 1 October\`.`;
export const noOlder = "That's all. No older entries.";
export const empty = "The audit log is empty. It records every change, and every look at a password.";
export const notFound = (words: string, days?: string) =>
  `I can't find ${code(words)} in the audit log${days === undefined ? "" : ` of ${days}`}. ${code("/db admin audit")} shows everything. Type names as they are there.`;
export const noneThen = (days: string) =>
  `The audit log has nothing from ${days}. ${code("/db admin audit")} shows everything.`;
export const title = (parts: readonly string[], days: string | undefined, isFirst: boolean) =>
  [
    ["*Audit log*", ...parts].join(" "),
    ...(days === undefined ? [] : [days]),
    isFirst ? "newest first" : "older entries",
  ].join(", ");
export const hint = () =>
  `Kept for ${keptFor("audit")}. Times are in your time zone. Days that you type are UTC days.`;
export const buttons = {
  newest: "Newest",
  older: "Older",
  hideIds: "Hide ids",
  showIds: "Show ids",
  export: "Export",
} as const;

// Export

export const nothingToExport = "Nothing in the audit log matches, so I have no file for you.";
export const fileFollows =
  "*Audit log*: the file comes next. One line of JSON for each entry, oldest first: when, who, where, what, before, after and the result. No secrets.";
export const fileRefused = "*Audit log*: Slack didn't take the file. Try again.";
export const fileSize = (entries: string, bytes: string) => `${entries} and ${bytes}`;
export const exported = (size: string, isCut: boolean) =>
  `I sent you the audit log as a file (${size}).${isCut ? ` These are the newest. For older ones, add a time: ${code("/db admin audit export october")}.` : ""}`;

// Mirror

export const mirrorUsage =
  "Add a channel or `off`: `/db admin audit mirror #audit`, `/db admin audit mirror off`.";
export const mirrorStarted = (where: string) =>
  `I'll post new audit entries ${where}, at most once a minute.`;
export const askStop = (where: string) =>
  `Stop posting audit entries ${where}? The audit log itself continues.`;
export const stop = "Stop posting";
export const stopped = (where: string) =>
  `I stopped posting audit entries ${where}. They are still in ${code("/db admin audit")}.`;
export const mirrored = (where: string) =>
  `I post audit entries ${where}. To stop: ${code("/db admin audit mirror off")}.`;
export const notMirrored = `I don't post audit entries anywhere. To post them in a channel: ${code("/db admin audit mirror #audit")}.`;
