import type { MovedChannels } from "./redis/moved-channels.ts";
import type { Logger } from "pino";
import type { Clock } from "../lib/clock.ts";
import type { Tracing } from "../lib/tracing/tracing.ts";
import type { Access } from "./access/access.ts";
import type { AllCreateLimits } from "./access/create-limits.ts";
import type { Grants } from "./access/grants.ts";
import type { KnownPeople } from "./access/known-people.ts";
import type { ManagedParts, ManagedPlaces } from "./as-code/managed.ts";
import type { WantedFiles } from "./as-code/file.ts";
import type { CodePart } from "./as-code/part.ts";
import type { Audit } from "./audit/recorder.ts";
import type { CloudClient } from "./cloud/client.ts";
import type { Conversations } from "./ask/conversations.ts";
import type { SeenNames } from "./ask/names.ts";
import type { Drafts } from "./forms/drafts.ts";
import type { FailingItems } from "./jobs/failing.ts";
import type { Messenger } from "./jobs/messenger.ts";
import type { Outboxes } from "./jobs/outbox/outbox.ts";
import type { JobQueue, StartedWork, StartedWorks, WorkState } from "./jobs/queue.ts";
import type { Posts } from "./jobs/post-once.ts";
import type { PressMarks } from "./jobs/presses.ts";
import type { Schedules } from "./jobs/schedules/kept-schedules.ts";
import type { KeptPictures, Pictures } from "./pictures/pictures.ts";
import type { SharedClock } from "./redis/shared-clock.ts";
import type { KeptSecrets, SealedSecrets } from "./secrets/records.ts";
import type { WorkspaceSealer } from "./secrets/seal.ts";
import type { WorkspaceSecrets } from "./secrets/workspace.ts";

/** The platform's own records of one workspace. */
export interface PlatformRecords {
  drafts: Drafts;
  conversations: Conversations;
  seenNames: SeenNames;
  schedules: Schedules;
  startedWork: StartedWorks;
  posts: Posts;
  presses: PressMarks;
  keptPictures: KeptPictures;
  outboxes: Outboxes;
  /** What fails at each try. */
  failing: FailingItems;
  /** The grants of roles. */
  grants: Grants;
  createLimits: AllCreateLimits;
  audit: Audit;
  sealedSecrets: SealedSecrets;
  keptSecrets: KeptSecrets;
  /** What a file manages. */
  managedParts: ManagedParts;
  wantedFiles: WantedFiles;
  movedChannels: MovedChannels;
}

/** What code that serves one workspace may use. Each feature adds its own part in its `context.ts`. */
export interface WorkspaceContext extends PlatformRecords {
  workspaceId: string;
  /** Who may do what. Ask it at the moment of doing it. */
  access: Access;
  /** Slack's facts about people, kept for a minute. `fullName` has their names. */
  people: Pick<KnownPeople, "find" | "groups" | "isMember">;
  /** Seals the workspace's secrets, each for a purpose. */
  sealer: WorkspaceSealer;
  /** Reads and writes the secrets that the workspace may name, and saves those that people type. */
  secrets: WorkspaceSecrets;
  messenger: Messenger;
  /** The API of the cloud that a connection leads to, by its name. */
  cloudOf: (connection: string) => Pick<CloudClient, "call">;
  /** Pictures of costs, for messages. */
  pictures: Pictures;
  /** What of the workspace can be code. */
  codeParts: readonly CodePart[];
  /** The records for what people do: they refuse changes of what a file manages. */
  recordsGuardedByFile: () => object;
  managedPlaces: ManagedPlaces;
  /** The same queues, which note under this origin what they accept. */
  queuesFor: (origin: string) => object;
  /** Where a piece of work is that went on in a queue. */
  stateOfWork: (work: StartedWork) => Promise<WorkState>;
  /** Runs the schedules. */
  scheduleQueue: Pick<JobQueue, "ensure" | "wake">;
  /** The address of this process from outside, without a slash at its end. */
  publicUrl: string;
  /** Requests to addresses of the operator, by the proxy if there is one. */
  fetch: typeof globalThis.fetch;
  /** The time that all processes share. Records, deadlines and schedules go by it. */
  now: () => Date;
  /** Says whether the clocks of this process and of Redis agree. Nothing is stopped or deleted by a wrong clock. */
  clock: Pick<SharedClock, "check">;
  /** This process's own clocks, for how long something takes. */
  moment: Clock;
  newId: () => string;
  tracing: Pick<Tracing, "span" | "note" | "failed">;
  log: Logger;
}

/** The context of any workspace, by its id. */
export type ContextOf<Context = WorkspaceContext> = (workspaceId: string) => Context;
