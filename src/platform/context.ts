import type { Logger } from "pino";
import type { Access } from "./access/access.ts";
import type { AllCreateLimits } from "./access/create-limits.ts";
import type { Grants } from "./access/grants.ts";
import type { Audit } from "./audit/recorder.ts";
import type { CloudClient } from "./cloud/client.ts";
import type { Drafts } from "./forms/kept-drafts.ts";
import type { Messenger } from "./jobs/messenger.ts";
import type { Outbox } from "./jobs/outbox/outbox.ts";
import type { Posts } from "./jobs/posts.ts";
import type { JobQueue } from "./jobs/queue.ts";
import type { Schedules } from "./jobs/schedules/kept-schedules.ts";
import type { KeptPictures } from "./pictures/served.ts";
import type { Pictures } from "./pictures/pictures.ts";
import type { KeptSecrets, SealedSecrets } from "./secrets/records.ts";
import type { WorkspaceSealer } from "./secrets/seal.ts";
import type { WorkspaceSecrets } from "./secrets/workspace.ts";

/** Who asked, and from where. */
export interface Asker {
  workspaceId: string;
  userId: string;
  /** As they are called in Slack, where it told us. */
  userName?: string;
  /** Absent in App Home. */
  channelId?: string;
}

/** The records of one workspace that the platform itself keeps. */
export interface PlatformRecords {
  drafts: Drafts;
  schedules: Schedules;
  posts: Posts;
  keptPictures: KeptPictures;
  /** The outbox of one channel. */
  outbox(channelId: string): Outbox;
  /** Who was given which role. */
  grants: Grants;
  createLimits: AllCreateLimits;
  audit: Audit;
  sealedSecrets: SealedSecrets;
  keptSecrets: KeptSecrets;
}

/** What code that serves one workspace may use, whatever its feature. Each feature adds its own part in its `context.ts`. */
export interface WorkspaceContext extends PlatformRecords {
  workspaceId: string;
  /** Who may do what. Ask it at the moment of doing it. */
  access: Access;
  /** Seals the workspace's secrets, each for a purpose. */
  sealer: WorkspaceSealer;
  /** Reads and writes the secrets that the workspace may name, and keeps those that people give. */
  secrets: WorkspaceSecrets;
  messenger: Messenger;
  /** The API of the cloud that a connection leads to, by its name. */
  cloudOf(connection: string): Pick<CloudClient, "call">;
  /** Pictures of costs and dashboards, for messages. */
  pictures: Pictures;
  /** Runs the schedules. */
  scheduleQueue: Pick<JobQueue, "ensure" | "wake">;
  /** The address of this process from outside, without a slash at its end. */
  publicUrl: string;
  now: () => Date;
  /** Milliseconds of a clock that nothing sets. It stands still while the machine is suspended. */
  monotonicMs: () => number;
  newId: () => string;
  log: Logger;
}

/** The context of any workspace, by its id. */
export type ContextOf<Context = WorkspaceContext> = (workspaceId: string) => Context;
