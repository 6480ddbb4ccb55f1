import type { StepParameter } from "./manifest-steps.ts";
import type { ViewState } from "./page-api/requests.ts";
import type { Entity } from "./validate/entity.ts";

/**
 * The protocol between the local Slack's page and its server. The page is one person's window. Each request
 * names that person. The page gets a whole `World` at the start, and another over server-sent events after
 * each change that the person can see.
 *
 * | method and path                        | body / query                | answer                     |
 * |----------------------------------------|-----------------------------|----------------------------|
 * | GET  /page/world?user=U                | without U: the first person | World                      |
 * | GET  /page/events?user=U               |                             | SSE, each `data:` a World  |
 * | POST /page/send                        | SendRequest                 | Outcome                    |
 * | POST /page/compose                     | ComposeRequest              | Outcome                    |
 * | POST /page/action                      | ActionRequest               | Outcome                    |
 * | POST /page/options                     | OptionsRequest              | { options } or Outcome     |
 * | POST /page/submit                      | SubmitRequest               | SubmitOutcome              |
 * | POST /page/close                       | CloseRequest                | Outcome                    |
 * | POST /page/home                        | HomeRequest                 | Outcome                    |
 * | POST /page/shortcut                    | ShortcutRequest             | Outcome                    |
 * | POST /page/stop                        | StopRequest                 | Outcome                    |
 * | POST /page/object                      | ObjectRequest               | Outcome                    |
 * | POST /page/object/close                | CloseObjectRequest          | Outcome                    |
 * | POST /page/step                        | StepRequest                 | StepStart                  |
 * | POST /page/settings                    | SettingsRequest             | Outcome                    |
 * | GET  /page/log?kind=K&name=N           |                             | ActivityEntry[] (activity.ts) |
 * | POST /page/faults                      | Fault[] (fault.ts)          | Outcome                    |
 * | DELETE /page/faults                    |                             | Outcome                    |
 * | GET  /page/calls?methods=M,N&channel=C |                             | CallNote[] (calls.ts)      |
 * | DELETE /page/calls                     |                             | Outcome                    |
 * | POST /page/channel                     | ChannelRequest              | Outcome                    |
 * | POST /page/person                      | PersonRequest               | Outcome                    |
 * | POST /page/user-group                  | UserGroupRequest            | Outcome                    |
 * | POST /page/uninstall                   | UninstallRequest            | Outcome                    |
 * | POST /page/delete                      | DeleteRequest               | Outcome                    |
 * | POST /page/panel                       | PanelRequest                | Outcome                    |
 *
 * The requests are in page-api/requests.ts. One of the wrong shape gets 400 with an Outcome. A slash command
 * that fails is `ok: true` here: Slack says so in the channel, as an ephemeral message. The log is for tests:
 * every request between the app and the local Slack, the oldest first; `kind` is "call" or "request", `name`
 * the method, the command or the payload's type. Faults make calls of the Web API go wrong; calls are the Web API's
 * latest 100,000 in short, with times. Worlds below a response's `x-world-version` are older than it.
 */

export interface World {
  /** Rises with every change. A late older world is dropped. */
  version: number;
  team: { id: string; name: string };
  me: Person;
  people: Person[];
  userGroups: UserGroup[];
  app: { name: string; botUserId: string; connected: boolean };
  channels: Channel[];
  commands: SlashCommand[];
  /** The app's entries in the menu of a message. */
  shortcuts: { callbackId: string; name: string }[];
  /** What the app suggests to ask it. Null if it isn't an agent. */
  agent: { description: string; prompts: { title: string; message: string }[] } | null;
  /** The threads in which the app works now. */
  working: WorkingThread[];
  /** The view last published to App Home for this person. */
  home: View | null;
  /** Open modals of this person, the lowest first. Only the last one is active. */
  modals: View[];
  /** The Work Object beside the conversation. */
  pane: ObjectPane | null;
  /** The app's custom steps for workflows. */
  steps: StepView[];
  /** This person's runs of them, the oldest first. */
  stepRuns: { executionId: string; callbackId: string; outcome?: StepOutcome }[];
  settings: { rateLimitPosts: boolean; limitsHistory: boolean };
  /** The app's cards for the links in this person's composer. */
  composed: Attachment[];
  /** Buttons for something outside, if a demo has some. */
  /** The pages of other workspaces. */
  otherWorkspaces: { name: string; url: string }[];
  panel: { title: string; buttons: { label: string; hint: string }[] } | null;
}

export interface Person {
  id: string;
  name: string;
  realName: string;
  isAdmin: boolean;
  isOwner: boolean;
  /** Of the whole organization, if the team is one of several. */
  isOrgAdmin?: boolean;
  /** Invited only to some channels. */
  isGuest?: boolean;
  /** The account is deactivated. */
  isGone?: boolean;
  /** The id of their manager, as their profile names them. */
  manager?: string;
  isBot: boolean;
  /** IANA time zone. */
  tz: string;
  /** A colour for the drawn avatar. */
  color: string;
}

/** A user group, mentioned as `@handle`. */
export interface UserGroup {
  id: string;
  handle: string;
  name: string;
  /** The ids of its members. */
  users: string[];
}

export interface Channel {
  id: string;
  name: string;
  isPrivate: boolean;
  isDirect: boolean;
  hasApp: boolean;
  isArchived: boolean;
  topic: string;
  /** Oldest first, with thread replies. Ephemeral ones only for `me`. */
  messages: Message[];
}

/** A thread in which the app works. */
export interface WorkingThread {
  channel: string;
  threadTs: string;
  /** False if the app can't be stopped. */
  canStop: boolean;
}

export interface Message {
  /** Slack's time stamp, the message's id within its channel. */
  ts: string;
  threadTs?: string;
  /** True for a reply that the channel shows too. */
  isBroadcast?: boolean;
  /** Sender's id; the bot's user id for the app. */
  user: string;
  text: string;
  blocks?: unknown[];
  attachments?: Attachment[];
  /** "Only visible to you". */
  ephemeral: boolean;
  /** True for Slack's own messages, such as about a timeout of a command. */
  fromSlack: boolean;
  edited: boolean;
  /** Names of the emoji that the app put on it. */
  reactions?: string[];
  /** Values chosen in stateful elements of this message by this person: block_id -> action_id -> value. */
  state?: ViewState["values"];
}

/** The content beside a bar below a message's text. */
export interface Attachment {
  color?: string;
  text?: string;
  fallback?: string;
  blocks?: unknown[];
  /** True for the app's card of a link in the message. */
  is_app_unfurl?: boolean;
  /** Set for a Work Object. Its actions are in `blocks`. */
  entity?: Entity;
}

/** A Work Object beside the conversation. Without content while the app reads it. */
export interface ObjectPane {
  url: string;
  externalRef: { id: string; type?: string | undefined };
  title: string;
  channel?: string;
  ts?: string;
  entity?: Entity;
  blocks?: unknown[];
  error?: { title: string; message: string };
}

export interface View {
  id: string;
  hash: string;
  type: "modal" | "home";
  callbackId: string;
  title?: string;
  submit?: string;
  close?: string;
  blocks: Record<string, unknown>[];
  /** The last reported value of every stateful element, and the initial one of new elements. */
  values: ViewState["values"];
  /** block_id -> problem, from the response to the last submission. */
  errors: Record<string, string>;
  /** Set while a submission waits for the app. */
  busy: boolean;
  /** Slack's own message in the modal, such as "We had some trouble connecting. Try again?". */
  notice?: string;
}

export type { StepParameter } from "./manifest-steps.ts";
export type { Entity } from "./validate/entity.ts";
export type { ViewState } from "./page-api/requests.ts";

export interface SlashCommand {
  command: string;
  description: string;
  usageHint: string;
}

export type {
  ActionRequest,
  CloseRequest,
  ComposeRequest,
  Container,
  ObjectRequest,
  OptionsRequest,
  PanelRequest,
  SendRequest,
  SettingsRequest,
  ShortcutRequest,
  StepRequest,
  StopRequest,
  SubmitRequest,
} from "./page-api/requests.ts";

/** `ok: false` carries Slack's message for the person. */
export type Outcome = { ok: true } | { ok: false; message: string };

export interface StepView {
  callbackId: string;
  title: string;
  description: string;
  inputs: StepParameter[];
  outputs: StepParameter[];
}

/** The outcome of a step's run, in the app's words. */
export type StepOutcome = { ok: true; outputs: Record<string, unknown> } | { ok: false; error: string };

/** The start of a step's run: its id, or the problems of its inputs. */
export type StepStart =
  | { ok: true; executionId: string }
  | { ok: false; message: string; errors?: Record<string, string> };

/** A submission's outcome. The next world has the new views. */
export type SubmitOutcome = Outcome & { errors?: Record<string, string> };
