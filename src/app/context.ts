import type { Logger } from "pino";
import type { Access } from "../platform/access/access.ts";
import type { CloudClient, CloudCredentials } from "../platform/cloud/client.ts";
import type { ConsoleLinks } from "../platform/cloud/observability/console-links.ts";
import type { Service } from "../platform/cloud/services/service.ts";
import type { WireNames } from "../platform/cloud/wire-names.ts";
import type { Pictures } from "../platform/pictures/pictures.ts";
import type { CostLedger } from "../features/costs/ledger/ledger.ts";
import type { Convergence } from "../platform/jobs/queue.ts";
import type { Messenger } from "../platform/jobs/messenger.ts";
import type { AllowedHosts } from "../lib/allowed-hosts.ts";
import type { WorkspaceSealer } from "../platform/secrets/seal.ts";
import type { WorkspaceSecrets } from "../platform/secrets/workspace-secrets.ts";
import type { Connection } from "../features/connections/records.ts";
import type { RedisFacts } from "../platform/redis/facts.ts";
import type { MemoryUse } from "../platform/redis/memory.ts";
import type { WorkspaceStore } from "./store.ts";

/** Who asked, and from where. */
export interface Asker {
  workspaceId: string;
  userId: string;
  /** As they are called in Slack, where it told us. */
  userName?: string;
  /** Absent in App Home. */
  channelId?: string;
}

/** What the app runs on, the same for all workspaces. */
export interface Machine {
  /** True in the workspace of those who run the app: nobody else has to know. */
  isOperators(): Promise<boolean>;
  redis(): Promise<RedisFacts>;
  /** How full Redis is. */
  redisMemory(): Promise<MemoryUse>;
  /** To the second. */
  slackTime(): Promise<Date>;
  /** How many items of each queue are due and not begun. */
  waiting(): Promise<Record<string, number>>;
}

/** All that code which serves one workspace may use; built by main, the one seam where tests put in their own. */
export interface WorkspaceContext extends WorkspaceStore {
  workspaceId: string;
  /** Who may do what; to be asked at the moment of doing it. */
  access: Access;
  /** The API of the workspace's first database cloud. */
  cloud: Pick<CloudClient, "call">;
  /** The API of the cloud that a connection leads to, by its name. */
  cloudOf(connection: string): Pick<CloudClient, "call">;
  /** The API that a connection not kept yet leads to, by these credentials. */
  trialOf(candidate: Connection, credentials: () => Promise<CloudCredentials>): Pick<CloudClient, "call">;
  /** What the organization that a connection leads to cost, day by day. */
  ledgerOf: (connection: string) => CostLedger;
  /** Seals the workspace's secrets, each for a purpose. */
  sealer: WorkspaceSealer;
  /** Reads and writes the secrets that the workspace may name, and keeps those that people give. */
  secrets: WorkspaceSecrets;
  messenger: Messenger;
  /** How the app is installed. */
  installation: {
    /** Where an admin installs it, again too; undefined where the operator gave the token of one workspace. */
    url: string | undefined;
    /** The scopes that this version asks for and was not given, until it is installed again. */
    missingScopes(): Promise<string[]>;
  };
  machine: Machine;
  /** Pictures of costs and dashboards, for messages. */
  pictures: Pictures;
  /** Accepts requests to create a service. */
  creations: Pick<Convergence, "accept" | "wake">;
  /** Carries requests for approval on. */
  approvalQueue: Pick<Convergence, "accept" | "wake">;
  /** Carries changes of dashboards and alerts. */
  changes: Pick<Convergence, "accept" | "wake">;
  /** Has what a hook was sent worked into its incidents soon; never fails, and is not waited for. */
  pokeFold(hookId: string): void;
  /** Carries out standing orders. */
  orderQueue: Pick<Convergence, "ensure" | "wake">;
  /** The links into the console of the cloud that a connection leads to. */
  consoleOf(connection: string): Promise<ConsoleLinks>;
  /** The services of a connection in a list asked for no earlier than then; many who ask share few looks. */
  servicesSince(connection: string, since: Date): Promise<Service[]>;
  /**
   * How long one call of the cloud may take, how long after a lost answer a service may still turn up there, and how many
   * requests it allows one key in 10 s.
   */
  limits: { cloudTimeoutMs: number; settleMs: number; requestsPerWindow: number };
  /** The rate for estimates where the workspace has no usage of its own, if an operator gave one. */
  computeCreditsPerGbHour: number | undefined;
  /** The words that deployments use, for connections that people make. */
  wireNames: WireNames;
  /** Where connections that people make may lead beside the public Internet. */
  allowedHosts: AllowedHosts;
  /** Where this process is reached from outside, without a slash at its end. */
  publicUrl: string;
  now: () => Date;
  /** In milliseconds; it cannot be set, and stands still while the machine is suspended. */
  monotonicMs: () => number;
  newId: () => string;
  log: Logger;
}

/** The context of any workspace, by its id. */
export type ContextOf = (workspaceId: string) => WorkspaceContext;
