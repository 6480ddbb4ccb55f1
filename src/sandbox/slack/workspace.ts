import type { ActivityEntry } from "./activity.ts";
import type { CallNotes } from "./calls.ts";
import type { Changes } from "./changes.ts";
import type { FaultList } from "./fault-list.ts";
import type { Panel } from "./panel.ts";
import type { Installation } from "./installation.ts";
import type { Manifest } from "./manifest.ts";
import type { Step } from "./manifest-steps.ts";
import type { OAuthCode } from "./oauth/codes.ts";
import type { Message, Person, StepOutcome, UserGroup, ViewState } from "./protocol.ts";
import type { SharedLink } from "./links.ts";
import type { PostingPace } from "./posting-pace.ts";
import type { JsonObject } from "./json.ts";

/** Everything the local Slack remembers, in memory, for as long as it runs. */
export interface Workspace {
  /** Milliseconds since 1970, as Slack's clock shows them. */
  readonly now: () => number;
  readonly team: Team;
  /** The organization that the team is one of, on Slack's largest plan. */
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
  /** The app's place in the team; undefined where nobody has installed it, or somebody took it out. */
  installation: Installation | undefined;
  /** Tokens that were good once, each with what it answers now. */
  readonly formerTokens: Map<string, "account_inactive" | "token_revoked">;
  /** What Allow has handed out, by the code itself. */
  readonly codes: Map<string, OAuthCode>;
  readonly people: Map<string, Person>;
  readonly userGroups: readonly UserGroup[];
  readonly channels: Map<string, StoredChannel>;
  /** Open modals and published homes; a view that was closed is not here. */
  readonly views: Map<string, StoredView>;
  /** A person's open modals by id, the lowest first. */
  readonly modals: Map<string, string[]>;
  /** A person's App Home by view id. */
  readonly homes: Map<string, string>;
  readonly triggers: Map<string, Trigger>;
  readonly responseUrls: Map<string, ResponseUrl>;
  readonly files: Map<string, StoredFile>;
  /** Runs of the app's custom steps by their function_execution_id, the oldest first. */
  readonly stepRuns: Map<string, StepRun>;
  readonly activity: ActivityEntry[];
  readonly calls: CallNotes;
  readonly faults: FaultList;
  readonly changes: Changes;
  readonly pace: PostingPace;
  readonly settings: { rateLimitPosts: boolean };
  /** The domains whose links are told to the app, without protocol or port. */
  unfurlDomains: readonly string[];
  /** What each person has in their composer, where links of those domains are in it. */
  readonly composed: Map<string, Composed>;
  /** Buttons that do something outside. */
  panel: Panel | undefined;
  /** The local Slack's own address, known once it listens. */
  url: string;
  /** Where the app is reached over HTTP. */
  appUrl: string | undefined;
  /** True while the last request to the app was answered. */
  connected: boolean;
  /** The last time stamp given out, in microseconds, so that none is given twice. */
  lastStampUs: number;
}

/** A team, as everything in it names it. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

/** A channel or direct message as it is kept. */
export interface StoredChannel {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
  /** The one person of a direct message with the app. */
  readonly directWith?: string;
  /** Who is in it; everybody where nobody said. */
  members?: string[];
  readonly topic: string;
  hasApp: boolean;
  isArchived: boolean;
  /** True where people of another team are in it too. */
  isShared?: boolean;
  /** Oldest first. */
  readonly messages: StoredMessage[];
}

/** A message as it is kept: what everybody sees, whom it is for, and what each person chose in it. */
export interface StoredMessage extends Omit<Message, "ephemeral" | "state" | "blocks" | "attachments"> {
  blocks?: JsonObject[];
  attachments?: JsonObject[];
  /** The only person who sees it. */
  visibleTo?: string;
  metadata?: JsonObject;
  /** Those that were shared with it, as apps see them. */
  files?: JsonObject[];
  readonly state: Map<string, ViewState["values"]>;
}

/** Links in a composer, and how the app unfurls them there. */
export interface Composed {
  readonly unfurlId: string;
  readonly links: readonly SharedLink[];
  attachments: JsonObject[];
}

/** A view as it is kept; `content` is what the app sent, with ids where it gave none. */
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

/** What an app says a view is. */
export interface ViewContent extends JsonObject {
  type: "modal" | "home";
  blocks: JsonObject[];
  callback_id: string;
  external_id: string;
  private_metadata: string;
  clear_on_close: boolean;
  notify_on_close: boolean;
}

/** A person's act that lets the app open a view. */
export interface Trigger {
  readonly user: string;
  readonly channel: string | undefined;
  /** The modal it happened in. */
  readonly viewId: string | undefined;
  readonly issuedAt: number;
  used: boolean;
}

/** An address at which the app may answer an act. */
export interface ResponseUrl {
  readonly user: string;
  readonly channel: string;
  /** The message the act happened in. */
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
  /** Who runs it. */
  readonly user: string;
  /** What the app may call with until it has completed the run. */
  readonly token: string;
  /** Missing while the app is at work. */
  outcome?: StepOutcome;
}
