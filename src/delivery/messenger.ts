import type { ModalView, HomeView } from "@slack/types";
import type { Reply } from "../blocks/reply.ts";

/** Where a message stands. */
export interface MessagePlace {
  channelId: string;
  ts: string;
}

/** How a workflow's step ended: what the steps after it may use, or a sentence for people on why there is nothing. */
export type StepOutcome = { outputs: Record<string, string> } | { error: string };

/** What the product says in Slack outside of answering a request; failures are AppErrors. */
export interface Messenger {
  /** Opens a modal on a trigger, which lives 3 s and works once. */
  openModal(triggerId: string, view: ModalView): Promise<{ viewId: string }>;
  /** Puts a modal on top of the one that the trigger's click was made in; otherwise as `openModal`. */
  pushModal(triggerId: string, view: ModalView): Promise<{ viewId: string }>;
  /** Redraws an open modal; "gone" when its person has closed it, or it is not what it was at that hash any more. */
  updateModal(viewId: string, view: ModalView, hash?: string): Promise<"updated" | "gone">;
  /**
   * Posts to a channel, or to a person's direct messages by their user id. A mark goes with the message, unseen,
   * and finds it again.
   */
  post(channelId: string, reply: Reply, mark?: string): Promise<MessagePlace>;
  /** A marked message of ours that was posted since; undefined where there is none, or where we may not look. */
  findMarked(channelId: string, mark: string, since: Date): Promise<MessagePlace | undefined>;
  update(place: MessagePlace, reply: Reply): Promise<void>;
  /** Says something that only one person in a channel sees. */
  whisper(channelId: string, userId: string, reply: Reply): Promise<void>;
  publishHome(userId: string, view: HomeView): Promise<void>;
  /** Ends a workflow's step; where it has ended before, or is forgotten, nothing changes. */
  completeStep(executionId: string, outcome: StepOutcome): Promise<void>;
}
