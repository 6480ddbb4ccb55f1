import { typed } from "../../alerts/index.ts";

// What people read about hooks that expect beats, in mrkdwn unless noted. Errors are plain. Arguments are escaped, and
// `hook` is a hook's name in bold.

export const isOn = (hook: string, every: string, late: string, where: string) =>
  `Each delivery to ${hook} is a beat now, and I expect one every ${every}. Beats aren't posted, alerts are. If nothing comes for ${late}, an alert shows ${where}, and the next beat resolves it. The countdown starts now.`;
export const ask = (hook: string, alerts: string, own: string, yes: string) =>
  `${hook} delivered ${alerts} since yesterday. They would still be posted, but each would count as a beat, so a job that stopped could go unnoticed among them. Make a hook of its own for beats? Type \`${own}\`, or \`${yes}\` to use this one.`;
/** Plain text. */
export const own = "Make a hook for beats";
export const thisOne = "Use this one";
export const isOff = (hook: string) =>
  `I no longer expect beats from ${hook}. All that it receives is posted as alerts again.`;
export const example = (name: string) => `For example: \`${typed(`heartbeat ${name} every 5m grace 2m`)}\`.`;
export const howOften = "How often does a beat come? Type a time, or `off`.";
export const notATime = (words: string) => `I can't read “${words}” as a time.`;
export const outOfRange = "A beat comes every 30 seconds to 31 days, and may be at most 7 days late.";
export const firstBeat = (hook: string) => `The first beat of ${hook} arrived.`;

/** Lines of the hook's window. */
export const window = {
  expects: (every: string, late: string) =>
    `*Heartbeat:* a beat every ${every}. If none comes for ${late}, that's an alert. Beats aren't posted, alerts are.`,
  last: (when: string) => `*Last beat:* ${when}`,
  none: "*Last beat:* none yet",
  due: (when: string) => `*Next one at the latest:* ${when}`,
  missing: (since: string) => `:warning: *Missing* since ${since}.`,
  off: "Expect no beats",
  notExpected: "*Heartbeat:* off. Silence isn't an alert.",
  set: "Expect beats",
  change: "Change the times",
} as const;

/** The form. Plain text, but the intro. */
export const form = {
  title: "Heartbeat",
  intro: (hook: string) =>
    `Each delivery to ${hook} is a beat then, and a missing beat is an alert. A job or a watchdog is best on a hook of its own. If this one gets alerts, I offer to make one.`,
  every: "How often does a beat come?",
  everyHelp: "Such as 5m, 1h or 1d.",
  grace: "How late may it be?",
  graceHelp: "Such as 2m. Without it, a minute.",
} as const;
