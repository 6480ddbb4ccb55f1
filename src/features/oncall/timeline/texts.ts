import { keptFor } from "../../../platform/redis/keys.ts";
import { plural } from "../../../lib/text.ts";

// The timeline of an incident. The file is Markdown, and its arguments are escaped. The rest is mrkdwn.

export const needsId =
  "Which alert? Type its id, as in `/db alerts timeline 0f8c`. The details of an alert end with its id.";
export const unknown = (id: string) =>
  `I can't find an alert “${id}”. I keep alerts for ${keptFor("incident")} after their last update. \`/db alerts\` lists the open alerts.`;
export const announced = (title: string) =>
  `The timeline of *${title}* follows as a Markdown file. Add its cause and what was done.`;
export const refused = (title: string) =>
  `Slack refused the file with the timeline of *${title}*. Try again in a minute.`;
export const sent = (title: string) => `I sent you the timeline of *${title}* in direct messages.`;

// The file

export const heading = (title: string) => `# Timeline: ${title}`;
export const zone = (name: string) => `Times are in ${name}.`;
export const facts = {
  id: "Alert id",
  hook: "Hook",
  message: "Message in Slack",
  state: "State",
  severity: "Severity",
  group: "Group",
  value: "Value",
  limit: "Limit",
  began: "Began",
  ended: "Ended",
  lasted: "Lasted",
  acknowledged: "Acknowledged after",
  events: "Events",
  console: "Console",
  runbook: "Runbook",
} as const;
export const what = "## What happened";
export const tooOld = (count: number) => `The latest ${plural(count, "entry", "entries")} are kept.`;
export const delivery = "## Delivery to Slack";
export const delivered = (events: number, calls: number, failed: number) =>
  `${plural(events, "delivery", "deliveries")} from the sender, ${plural(calls, "call")} of Slack, ${failed === 0 ? "all of them accepted" : `${failed} of them not accepted at first`}.`;
export const text = "## Text of the alert";
export const cause = "## Cause";
export const done = "## What was done";
export const toDo = "## What is left to do";
export const empty = "_To be written._";
