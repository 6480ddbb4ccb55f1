import { z } from "zod";

const Fields = z.record(z.string(), z.unknown());

/** Values as Slack sends them in `view.state.values`: block_id -> action_id -> element state. */
export const ViewState = z.object({ values: z.record(z.string(), z.record(z.string(), Fields)) });
export type ViewState = z.infer<typeof ViewState>;

/** The location of an interactive element. */
export const Container = z.union([
  z.object({ channel: z.string(), ts: z.string() }),
  z.object({ viewId: z.string() }),
  z.object({ pane: z.literal(true) }),
]);
export type Container = z.infer<typeof Container>;

/** Sends a typed text. One that starts with a known slash command goes to the app as a command. */
export const SendRequest = z.object({
  user: z.string(),
  channel: z.string(),
  threadTs: z.string().optional(),
  text: z.string().min(1),
});
export type SendRequest = z.infer<typeof SendRequest>;

/** Reports the unsent text of a person's composer. Its links are shown like in a message. */
export const ComposeRequest = z.object({ user: z.string(), channel: z.string(), text: z.string() });
export type ComposeRequest = z.infer<typeof ComposeRequest>;

/**
 * Does something with an interactive element. `action` is the element's state after the action, as Slack puts it
 * in `actions[0]` (`value`, `selected_option`, …); `state` is, for views, everything typed so far.
 */
export const ActionRequest = z.object({
  user: z.string(),
  container: Container,
  blockId: z.string(),
  actionId: z.string(),
  action: Fields,
  state: ViewState.optional(),
});
export type ActionRequest = z.infer<typeof ActionRequest>;

/** Asks for the options of an external select; `value` is what was typed. */
export const OptionsRequest = z.object({
  user: z.string(),
  container: Container,
  blockId: z.string(),
  actionId: z.string(),
  value: z.string(),
});
export type OptionsRequest = z.infer<typeof OptionsRequest>;

/** Submits a modal with all values. */
export const SubmitRequest = z.object({ user: z.string(), viewId: z.string(), state: ViewState });
export type SubmitRequest = z.infer<typeof SubmitRequest>;

/** Closes a modal; `cleared` is true for "close all", which clears the stack. */
export const CloseRequest = z.object({
  user: z.string(),
  viewId: z.string(),
  cleared: z.boolean(),
  /** True if the person's connection is lost, so the app is not notified. */
  lost: z.boolean().default(false),
});
export type CloseRequest = z.output<typeof CloseRequest>;

/** Opens one of the app's tabs. */
export const HomeRequest = z.object({ user: z.string(), tab: z.enum(["home", "messages"]).default("home") });
export type HomeRequest = z.output<typeof HomeRequest>;

/** Chooses one of the app's shortcuts in a message's menu. */
export const ShortcutRequest = z.object({
  user: z.string(),
  channel: z.string(),
  ts: z.string(),
  callbackId: z.string(),
});
export type ShortcutRequest = z.infer<typeof ShortcutRequest>;

/** Clicks the stop button while the app works in a thread. */
export const StopRequest = z.object({ user: z.string(), channel: z.string(), threadTs: z.string() });
export type StopRequest = z.infer<typeof StopRequest>;

/** Opens the pane of a Work Object, from its card in a message or from another object. */
export const ObjectRequest = z.object({
  user: z.string(),
  url: z.url(),
  externalRef: z.object({ id: z.string(), type: z.string().optional() }),
  title: z.string(),
  /** The message with the card. */
  channel: z.string().optional(),
  ts: z.string().optional(),
});
export type ObjectRequest = z.infer<typeof ObjectRequest>;

/** Closes the pane. */
export const CloseObjectRequest = z.object({ user: z.string() });

/** Runs one of the app's custom steps like a workflow. `inputs` by their names. */
export const StepRequest = z.object({ user: z.string(), callbackId: z.string(), inputs: Fields });
export type StepRequest = z.infer<typeof StepRequest>;

/** Changes the local Slack's behaviour and the app's address. Omitted values stay. */
export const SettingsRequest = z.object({
  rateLimitPosts: z.boolean().optional(),
  /** Limits reads of messages as for an app outside the Marketplace: 15 messages a minute. */
  limitsHistory: z.boolean().optional(),
  appUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** The domains with links that are reported to the app. */
  unfurlDomains: z.array(z.string()).max(5).optional(),
});
export type SettingsRequest = z.infer<typeof SettingsRequest>;

/** Changes a channel's facts. Omitted values stay. The app gets Slack's events. */
export const ChannelRequest = z.object({
  /** Its id or name. */
  channel: z.string(),
  isArchived: z.boolean().optional(),
  hasApp: z.boolean().optional(),
  /** True if people of another team are members too. */
  isShared: z.boolean().optional(),
  /** The ids of its members. */
  members: z.array(z.string()).optional(),
  /** Gives it a new id, as when a private channel is shared. */
  newId: z.string().optional(),
  /** Deletes the channel. */
  isDeleted: z.literal(true).optional(),
});
export type ChannelRequest = z.output<typeof ChannelRequest>;

/** Changes a person's rights in the team. Omitted values stay. */
export const PersonRequest = z.object({
  /** An id. */
  person: z.string(),
  isAdmin: z.boolean().optional(),
  /** Owners are admins too. */
  isOwner: z.boolean().optional(),
  isOrgAdmin: z.boolean().optional(),
  isGuest: z.boolean().optional(),
  isGone: z.boolean().optional(),
  /** An id. */
  manager: z.string().optional(),
});
export type PersonRequest = z.output<typeof PersonRequest>;

/** Changes the members of a user group. */
export const UserGroupRequest = z.object({
  /** Its id or handle. */
  group: z.string(),
  /** The ids of its new members. */
  users: z.array(z.string()),
});
export type UserGroupRequest = z.output<typeof UserGroupRequest>;

/** Removes the app from the team: by an admin's click, by its token, or from an organization-wide installation. */
export const UninstallRequest = z.object({ how: z.enum(["uninstalled", "revoked", "team-revoked"]) });
export type UninstallRequest = z.output<typeof UninstallRequest>;

/** Deletes a message, as an admin can with any. */
export const DeleteRequest = z.object({ user: z.string(), channel: z.string(), ts: z.string() });
export type DeleteRequest = z.output<typeof DeleteRequest>;

/** Clicks one of the demo's buttons, by its label. */
export const PanelRequest = z.object({ label: z.string() });
export type PanelRequest = z.output<typeof PanelRequest>;
