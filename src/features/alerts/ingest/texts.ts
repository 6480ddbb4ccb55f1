import { code } from "../../../platform/blocks/escape.ts";
import { typed } from "../hooks/texts.ts";

// The note about the first delivery of a hook, in mrkdwn. Arguments are escaped, and `hook` is a hook's name in bold.

export const firstDelivery = (hook: string) => `The first delivery of ${hook} arrived. I read it like this:`;
export const firstDeliveryHint = (name: string) =>
  `Not right? ${code(typed(`map ${name}`))} shows how to read it another way.`;
export const subscription = (hook: string, link: string) =>
  `Amazon SNS asks whether to deliver to ${hook}. Confirm it within three days, and its alarms arrive here: ${link}.`;
export const firstUnread = (hook: string, where: string) =>
  `The first delivery of ${hook} arrived, but I couldn't read it. It shows ${where} as it is, with the raw text in its thread.`;
export const firstMap = "Tell me where its title and the other parts are:";
export const firstNotJson = "Its body is empty, or it isn't JSON. Check what the sender sends.";
export const firstGone =
  "I can't list its parts, because I no longer have its whole text. Send it again to see them.";
export const firstFacts = {
  sender: "Read as",
  state: "State",
  title: "Title",
  key: "Key, the same in all states of one alert",
  group: "Group",
  severity: "Severity",
  link: "Link",
  runbook: "Runbook",
  yes: "yes",
  none: "none",
  aTest: "a test",
} as const;
export const states = {
  firing: "firing",
  resolved: "resolved",
  unclear: "neither firing nor resolved",
} as const;
