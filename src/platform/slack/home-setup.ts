import type { KnownBlock } from "@slack/types";
import type { WorkspaceContext } from "../context.ts";
import { header, section } from "../blocks/text.ts";
import { type Offer, row } from "./home-offer.ts";

/** One step of setting up a workspace, as a feature declares it. */
export interface SetupStep<Context = WorkspaceContext> {
  /** Steps with a lower rank come first. */
  rank: number;
  title: string;
  isDone(context: Context): Promise<boolean>;
  /** What to do, in mrkdwn. */
  how: string;
  button: { text: string; command: string };
}

/** What a new workspace has to set up, one step after the other. Nothing once all of it is done. */
export async function setupBlocks(
  steps: readonly SetupStep[],
  context: WorkspaceContext,
  offer: Offer,
): Promise<KnownBlock[]> {
  const areDone = await Promise.all(steps.map((step) => step.isDone(context)));
  const done = areDone.filter(Boolean).length;
  if (done === steps.length) return [];
  const next = areDone.indexOf(false);
  return [
    header("Set up Quartermaster"),
    section(`Steps done: ${done} of ${steps.length}.`),
    ...steps.flatMap(({ title, how, button }, index) => {
      if (areDone[index]) return [section(`:white_check_mark: ${index + 1}. ${title}: done.`)];
      const text = `*${index + 1}. ${title}: ${index === next ? "next" : "to do"}.*\n${how}`;
      return [section(text), ...row(offer(button.text, button.command))];
    }),
  ];
}
