import type { KnownBlock } from "@slack/types";
import { code } from "../../../platform/blocks/escape.ts";
import { header, section } from "../../../platform/blocks/text.ts";
import type { HomeFacts } from "./facts.ts";
import { type Offer, row } from "./offer.ts";

interface Step {
  title: string;
  isDone: boolean;
  /** What is to be done, in mrkdwn. */
  how: string;
  buttons: [text: string, command: string][];
}

/** What a new workspace has to set up, a step after the other; nothing once all of it is done. */
export function setupBlocks(facts: HomeFacts, offer: Offer): KnownBlock[] {
  const steps = stepsOf(facts);
  if (steps.every(({ isDone }) => isDone)) return [];
  const next = steps.find(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  return [
    header("Set up Quartermaster"),
    section(`Steps done: ${done} of ${steps.length}.`),
    ...steps.flatMap((step, index) => stepBlocks(step, index + 1, { isNext: step === next, offer })),
  ];
}

function stepsOf({ connections, grants, services, hooks }: HomeFacts): Step[] {
  return [
    {
      title: "Connect a database cloud",
      isDone: connections.length > 0,
      how: `An admin types its address and key on a page of mine, which ${code("/db connect")} leads to: never here in Slack.`,
      buttons: [["Connect", "connect"]],
    },
    {
      title: "Say who may do what",
      isDone: grants > 0,
      how: `Everybody here may look, and Slack's admins may do everything. To let others create services: ${code("/db access grant @person operator")}.`,
      buttons: [["See who may do what", "access"]],
    },
    {
      title: "Create the first service, or bring alerts into a channel",
      isDone: services.length > 0 || hooks.length > 0,
      how: `${code("/db create")} opens the form, ${code("/db services add <service id> <name>")} adds a service that is there, and ${code("/db hook create #alerts")} makes an address for alerts.`,
      buttons: [["Create a service", "create"]],
    },
  ];
}

function stepBlocks(
  { title, isDone, how, buttons }: Step,
  number: number,
  { isNext, offer }: { isNext: boolean; offer: Offer },
): KnownBlock[] {
  if (isDone) return [section(`:white_check_mark: ${number}. ${title}: done.`)];
  const text = `*${number}. ${title}: ${isNext ? "next" : "to do"}.*\n${how}`;
  return [section(text), ...row(...buttons.map(([label, command]) => offer(label, command)))];
}
