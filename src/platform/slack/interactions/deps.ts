import type { Asked } from "../../blocks/command-button.ts";
import type { Reply } from "../../blocks/reply.ts";
import type { ObjectView } from "../../blocks/work-object.ts";
import type { LinksRef } from "../../jobs/messenger.ts";
import type { KnownBlock } from "@slack/types";
import type { ReadCommandLine } from "../../commands/read.ts";
import type { ContextOf, WorkspaceContext } from "../../context.ts";
import type { ScheduleKind } from "../../jobs/schedules/kept-schedules.ts";
import type { Visitor, Window } from "../../forms/window.ts";
import type { Logger } from "pino";
import type { Metrics } from "../../../lib/metrics.ts";
import type { TypedParts } from "../../ask/typed.ts";
import type { Form } from "../../forms/form.ts";
import type { Action } from "../../forms/interaction.ts";
import type { PressKeeper } from "../../jobs/presses.ts";
import type { RateLimits } from "../../redis/rate-limits.ts";
import type { Stops } from "../../redis/stops.ts";

/** The parts that the listeners need. */
export interface ListenerDeps extends TypedParts {
  forms: readonly Form[];
  windows: readonly Window[];
  interactions: readonly Action[];
  links: readonly LinkCards[];
  objects: readonly ObjectKind[];
  steps: readonly WorkflowStep[];
  home: HomeParts["home"];
  contextOf: ContextOf;
  rateLimits: RateLimits;
  /** True if the Slack app of a workspace is an agent, so Slack draws direct messages as threads. */
  isAgent(workspaceId: string): Promise<boolean>;
  /** True for the first event with an id, at any replica. */
  isFirst(eventId: string): Promise<boolean>;
  inFlight: InFlight;
  stops: Stops;
  presses: Pick<PressKeeper, "begin">;
  metrics?: Pick<Metrics, "command" | "interaction">;
  log: Logger;
}

/** Work that continues after its request was acknowledged. A stop waits for it. */
export interface InFlight {
  track<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when all tracked work has ended, and what it began meanwhile, or after `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>;
}

/** A section of App Home, as a feature declares it. */
export interface HomeSection<Context = WorkspaceContext> {
  /** Names its blocks, so they keep their ids and a click right before a redraw is not lost. */
  name: string;
  /** Sections with a lower rank come first. */
  rank: number;
  /** Draws it with what Redis has. */
  draw(person: Visitor, context: Context): Promise<KnownBlock[]>;
  /** Draws it with what the clouds answer, which comes later. */
  drawLater?(person: Visitor, context: Context): Promise<KnownBlock[]>;
}

/** The parts of App Home. */
export interface HomeParts {
  readCommand: ReadCommandLine;
  forms: readonly Form[];
  home: {
    sections: readonly HomeSection[];
    setup: readonly SetupStep[];
    /** The kinds of schedules, which may have something that no one could be told. */
    schedules: readonly ScheduleKind[];
  };
}

/** Shows cards below messages with links. */
export interface LinkCards<Context = WorkspaceContext> {
  unfurl(shared: SharedLinks, context: Context): Promise<void>;
}

/** Links that a person posted or is typing. */
export interface SharedLinks {
  userId: string;
  /** Absent in a composer, because Slack does not give its channel. */
  channelId?: string;
  messageRef: LinksRef;
  /** True if only people of the workspace, including guests, see the message. */
  isForMembers: boolean;
  /** As Slack gave them, with `&amp;` for `&`. */
  addresses: readonly string[];
}

/** A thing in a channel: what clients without Work Objects show, and what others do. */
export interface ObjectCard {
  reply: Reply;
  view: ObjectView;
}

/** Reads the things of one kind. All are undefined for a thing that this workspace doesn't know. */
export interface ObjectReader<Context = WorkspaceContext> {
  /** What everyone in a channel may see. */
  card(id: string, context: Context): Promise<ObjectCard | undefined>;
  /** What one person may see who has a role. It is as fresh as can be read within two seconds. */
  pane(id: string, context: Context): Promise<ObjectView | undefined>;
  /** The card if others see the channel too. It names nothing, and its button answers the person who clicks. */
  quiet(id: string): Reply;
}

/** A kind of things that Slack shows as Work Objects. */
export interface ObjectKind<Context = WorkspaceContext> {
  /** Its word in links and references. It never changes. */
  kind: string;
  /** Few links lead to things, so their code loads with the first one. */
  load(): Promise<ObjectReader<Context>>;
}

/** A workflow reached one of our steps. */
export interface ExecutedStep {
  /** Slack's id of this run of the step. Repeated events have the same one. */
  executionId: string;
  /** The workflow's inputs, unchecked. */
  inputs: unknown;
}

/** A step for workflows. */
export interface WorkflowStep<Context = WorkspaceContext> {
  /** The function's callback_id in the manifest. */
  callbackId: string;
  /** Accepts a run durably, once. */
  accept(step: ExecutedStep, context: Context): Promise<void>;
}

/** A step of a workspace's set-up, as a feature declares it. */
export interface SetupStep<Context = WorkspaceContext> {
  /** Steps with a lower rank come first. */
  rank: number;
  title: string;
  isDone(context: Context): Promise<boolean>;
  /** What to do, in mrkdwn. */
  how: string;
  button: { text: string; command: string | Asked };
}
