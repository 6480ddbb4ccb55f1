import type { Fault } from "./fault.ts";
import type { HistoryLimit } from "./history-limit.ts";
import type { CallNotes } from "./calls.ts";
import type { Changes } from "./changes.ts";
import type { Panel } from "./panel.ts";
import type { Manifest } from "./manifest.ts";
import type { Step } from "./manifest-steps.ts";
import type { Message, Person, StepOutcome, UserGroup, ViewState } from "./protocol.ts";
import type { PostingPace } from "./posting-pace.ts";
import type { JsonObject } from "./json.ts";
import type { Entity, EntityError } from "./validate/entity.ts";

/** The local Slack's whole state, in memory. */
export interface Workspace {
  /** Milliseconds since 1970, as Slack's clock shows them. */
  readonly now: () => number;
  readonly team: Team;
  /** The team's organization, on Slack's largest plan. */
  readonly enterprise: { readonly id: string; readonly name: string } | null;
  readonly app: {
    readonly id: string;
    readonly name: string;
    readonly botUserId: string;
    readonly botId: string;
  };
  readonly credentials: {
    readonly signingSecret: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly appToken: string;
    /** Slack's deprecated verification token, still in every payload. */
    readonly verificationToken: string;
  };
  readonly manifest: Manifest;
  /** The app's installation in the team. Undefined before an installation or after a removal. */
  installation: Installation | undefined;
  /** Formerly valid tokens, each with its present error. */
  readonly formerTokens: Map<string, "account_inactive" | "token_revoked">;
  /** Issued permissions by their codes. */
  readonly codes: Map<string, OAuthCode>;
  readonly people: Map<string, Person>;
  readonly userGroups: readonly UserGroup[];
  readonly channels: Map<string, StoredChannel>;
  /** Open modals and published homes, without closed views. */
  readonly views: Map<string, StoredView>;
  /** A person's open modals by id, the lowest first. */
  readonly modals: Map<string, string[]>;
  /** A person's App Home by view id. */
  readonly homes: Map<string, string>;
  /** Each person's open pane of a Work Object. */
  readonly panes: Map<string, StoredPane>;
  readonly triggers: Map<string, Trigger>;
  readonly triggerLifeMs: number;
  readonly responseUrls: Map<string, ResponseUrl>;
  readonly files: Map<string, StoredFile>;
  /** Runs of the app's custom steps by their function_execution_id, the oldest first. */
  readonly stepRuns: Map<string, StepRun>;
  /** The app's conversations as an agent, by channel and thread. */
  readonly sessions: Map<string, AgentSession>;
  readonly activity: ActivityEntry[];
  readonly calls: CallNotes;
  readonly faults: FaultList;
  readonly changes: Changes;
  readonly pace: PostingPace;
  readonly history: HistoryLimit;
  readonly settings: { rateLimitPosts: boolean; limitsHistory: boolean };
  /** The domains with links that are reported to the app, without protocol or port. */
  unfurlDomains: readonly string[];
  /** Each person's composer, if it has links of those domains. */
  readonly composed: Map<string, Composed>;
  /** The pages of other workspaces. */
  others: readonly { name: string; url: string }[];
  /** Buttons for something outside. */
  panel: Panel | undefined;
  /** The local Slack's own address, known once it listens. */
  url: string;
  /** The app's address over HTTP. */
  appUrl: string | undefined;
  /** True if the last request to the app was answered. */
  connected: boolean;
  /** The last issued time stamp, in microseconds, so none is issued twice. */
  lastStampUs: number;
}

/** A team's ids and names. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

/** A stored channel or direct message. */
export interface StoredChannel {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
  /** The one person of a direct message with the app. */
  readonly directWith?: string;
  /** Its members. By default everyone. */
  members?: string[];
  readonly topic: string;
  hasApp: boolean;
  isArchived: boolean;
  /** True if people of another team are members too. */
  isShared?: boolean;
  /** Oldest first. */
  readonly messages: StoredMessage[];
}

/** A stored message: its content, its readers, and each person's choices in it. */
export interface StoredMessage extends Omit<Message, "ephemeral" | "state" | "blocks" | "attachments"> {
  blocks?: JsonObject[];
  attachments?: JsonObject[];
  /** The cards of Work Objects that it was posted with. */
  cards?: JsonObject[];
  /** The only person who sees it. */
  visibleTo?: string;
  metadata?: JsonObject;
  /** The files shared with it, as apps see them. */
  files?: JsonObject[];
  readonly state: Map<string, ViewState["values"]>;
}

/** Links in a composer, and how the app unfurls them there. */
export interface Composed {
  readonly unfurlId: string;
  readonly links: readonly SharedLink[];
  attachments: JsonObject[];
}

/** A stored view. `content` is the app's, with ids where it gave none. */
export interface StoredView {
  readonly id: string;
  readonly user: string;
  readonly rootViewId: string;
  readonly previousViewId: string | null;
  /** The channel the person was in when the view opened. */
  readonly openedFrom: string | undefined;
  content: ViewContent;
  hash: string;
  values: ViewState["values"];
  errors: Record<string, string>;
  busy: boolean;
  notice?: string;
}

/** An app's content for a view. */
export interface ViewContent extends JsonObject {
  type: "modal" | "home";
  blocks: JsonObject[];
  callback_id: string;
  external_id: string;
  private_metadata: string;
  clear_on_close: boolean;
  notify_on_close: boolean;
}

/** A person's pane of a Work Object. */
export interface StoredPane {
  readonly id: string;
  readonly ref: { url: string; external_ref: { id: string; type?: string | undefined }; title: string };
  /** The message with the card, if it was opened from one. */
  readonly source: { channel?: string; message_ts?: string; thread_ts?: string; app_unfurl_url?: string };
  /** What the app presented. Undefined while the person waits. */
  shown: { entity: Entity; blocks: JsonObject[] } | { error: EntityError } | undefined;
}

/** A person's action that lets the app open a view. */
export interface Trigger {
  readonly user: string;
  readonly channel: string | undefined;
  /** The action's modal. */
  readonly viewId: string | undefined;
  /** The pane that was opened, or that the action was in. */
  readonly paneId?: string | undefined;
  readonly issuedAt: number;
  used: boolean;
}

/** An address for the app's replies to an action. */
export interface ResponseUrl {
  readonly user: string;
  readonly channel: string;
  /** The action's message. */
  readonly messageTs: string | undefined;
  readonly issuedAt: number;
  uses: number;
}

/** An uploaded file. */
export interface StoredFile {
  readonly id: string;
  readonly uploadKey: string;
  readonly name: string;
  readonly declaredSizeInBytes: number;
  readonly altText: string;
  readonly createdAt: number;
  title: string;
  content?: Uint8Array<ArrayBuffer>;
  /** True once files.completeUploadExternal named it. */
  complete: boolean;
}

/** One run of a custom step. */
export interface StepRun {
  readonly id: string;
  readonly step: Step;
  /** The person who runs it. */
  readonly user: string;
  /** The app's token until it has completed the run. */
  readonly token: string;
  /** Absent while the app works on it. */
  outcome?: StepOutcome;
}

/** One request between the app and the local Slack, as `GET /page/log` shows it, without tokens. */
export type ActivityEntry = CallEntry | RequestEntry;

/** A request the app made. */
export interface CallEntry {
  kind: "call";
  /** Milliseconds since 1970. */
  at: number;
  /** The method, or `response_url`. */
  method: string;
  arguments: JsonObject;
  /** Null if the connection ended without a response. */
  status: number | null;
  answer: unknown;
}

/** A request sent to the app. */
export interface RequestEntry {
  kind: "request";
  at: number;
  /** `slash_commands`, `interactive` or `events_api`. */
  type: string;
  /** The command, or the payload's or event's type. */
  name: string;
  payload: JsonObject;
  /** The response's HTTP status. 200 over a socket. Null without a response. */
  status: number | null;
  durationMs: number;
  answer: unknown;
  /** The reason for a missing acknowledgement. */
  failure?: string;
}

/** The faults that wait for calls of the Web API, the oldest first. */
export interface FaultList {
  add(faults: readonly Fault[]): void;
  clear(): void;
  /** The first fault that matches the call, counted as used. Undefined if none does. */
  take(method: string, input: JsonObject): Fault | undefined;
}

/** The app's installation in a team. */
export interface Installation {
  readonly botToken: string;
  /** "all" without a manifest. */
  readonly scopes: readonly string[] | "all";
  /** True if the whole organization has it. */
  readonly isEnterprise: boolean;
}

/** A link of one of the app's domains in a text. */
export interface SharedLink {
  /** The app's registered domain. The link's host may be a subdomain. */
  domain: string;
  /** As in the message, with `&amp;` for `&`. */
  url: string;
}

/** A permission that waits for the app. */
export interface OAuthCode {
  readonly user: string;
  readonly scopes: readonly string[];
  readonly isEnterprise: boolean;
  /** As requested. Undefined if none was. */
  readonly redirectUri: string | undefined;
  readonly issuedAt: number;
  used: boolean;
}

/** The state of an agent's session. */
export const sessionStatuses = ["active", "processing", "suspended", "closed"] as const;

export type SessionStatus = (typeof sessionStatuses)[number];

/** A conversation with an agent: a thread, by its first message. */
export interface AgentSession {
  readonly channel: string;
  readonly threadTs: string;
  readonly title: string | undefined;
  status: SessionStatus;
}
