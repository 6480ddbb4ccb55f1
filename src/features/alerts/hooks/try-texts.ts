import { code } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";
import { typed } from "./texts.ts";

// What people read about tests of a hook, in mrkdwn unless noted. Errors are plain. Arguments are escaped, and `hook` is
// a hook's name in bold.

// Tests, samples and replays

export const triedNothing = (hook: string) => `${hook} got nothing in the last two days.`;
export const tried = (hook: string, isSample: boolean) =>
  `What the rules of ${hook} do with ${isSample ? "this sample" : "its latest alerts"}:`;
export const triedHint = (hook: string) =>
  `This posts nothing. To try a sample: ${code(`/db alerts hooks test ${hook} title "payments" severity critical at 23:30`)}.`;
export const testPaused = (hook: string) => `${hook} is paused, so a test wouldn't be posted.`;
export const testSent = (hook: string, where: string) =>
  `A test of ${hook} is on its way. ${where} This checks the path from me to the channel. Send a test from the sender too, to check that it reaches me.`;
export const testMuted = (rule: number | undefined) => `Rule ${rule ?? ""} mutes it, so it won't be posted.`;
export const testShows = (where: string, rule: number | undefined) =>
  `It shows ${where} in a moment${rule === undefined ? "" : `, by rule ${rule}`}.`;
export const testButton = "Send a test";
/** Plain text: the title of a test. */
export const testTitle = (name: string) => `The hook “${name}” reaches this channel`;
export const testLimited =
  "This hook, or this workspace, is over its limit of alerts a minute, so I didn't send the test. Try again in a minute.";
export const replayNothing = (hook: string, span: string) =>
  `${hook} got no alerts in ${span}, so there's nothing to try its rules on.`;
export const replayTitle = (count: number, hook: string, span: string) =>
  `*${plural(count, "event")}* of ${hook} in ${span}, by its current rules. This posts nothing.`;
export const replayCut = (most: string) =>
  `I keep only the latest ${most} events, so some of that time is missing.`;
export const replayUsage = (words: string, name: string) =>
  `“${words}” isn't a time up to 48 hours. For example: \`${typed(`replay ${name} 24h`)}\`.`;
export const lastSpan = (span: string) => `the last ${span}`;
export const replayRules = "*By rule*";
export const replayRule = (number: number, count: number, rule: string) =>
  `• Rule ${number}: ${plural(count, "event")}. ${rule}`;
export const replayHidden = (count: number) => `• ${plural(count, "more rule")}`;
export const replayNoRule = (count: number) => `• No rule: ${plural(count, "event")}.`;
export const replayIdle = (count: number, numbers: string) =>
  `• Without events: rule${count === 1 ? "" : "s"} ${numbers}.`;
export const replayChannels = "*By channel*";
export const replayChannel = (channel: string, now: number, before: number) =>
  `• ${channel}: ${plural(now, "event")}${now === before ? ", as before" : `, ${before.toLocaleString("en-US")} before`}`;
export const replaySame = (count: number) =>
  `*All ${plural(count, "event")}* would have gone to the same channels.`;
export const replayDifferent = (count: number, isCut: boolean) =>
  `*${plural(count, "event")}* would have gone elsewhere${isCut ? ", for example" : ""}:`;
export const replayDifference = (when: string, event: string, now: string, before: string) =>
  `• ${when} ${event}: ${now}, not ${before}`;
export const mutedDestination = "muted";

// Samples

const sampleExample =
  'For example: `/db alerts hooks test checkout title "payments" severity critical at 23:30`.';
export const samplePart = (part: string) =>
  `A sample has a title, a group, a severity and a time, but no \`${part}\`. ${sampleExample}`;
export const sampleTitle = "A sample";
export const notATimeOfDay = (word: string) => `“${word}” isn't a time of day. ${sampleExample}`;
