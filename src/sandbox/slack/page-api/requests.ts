import { z } from "zod";

const Fields = z.record(z.string(), z.unknown());

/** Values as Slack sends them in `view.state.values`: block_id -> action_id -> element state. */
export const ViewState = z.object({ values: z.record(z.string(), z.record(z.string(), Fields)) });
export type ViewState = z.infer<typeof ViewState>;

/** Where an interactive element stands. */
export const Container = z.union([
  z.object({ channel: z.string(), ts: z.string() }),
  z.object({ viewId: z.string() }),
]);
export type Container = z.infer<typeof Container>;

/** Sends what was typed; a text that starts with a known slash command goes to the app as one. */
export const SendRequest = z.object({
  user: z.string(),
  channel: z.string(),
  threadTs: z.string().optional(),
  text: z.string().min(1),
});
export type SendRequest = z.infer<typeof SendRequest>;

/** Tells what stands in somebody's composer and is not sent: links in it are shown as they would be in a message. */
export const ComposeRequest = z.object({ user: z.string(), channel: z.string(), text: z.string() });
export type ComposeRequest = z.infer<typeof ComposeRequest>;

/**
 * Does something with an interactive element. `action` is the element's state after the act, as Slack puts it
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

/** Submits a modal with everything typed. */
export const SubmitRequest = z.object({ user: z.string(), viewId: z.string(), state: ViewState });
export type SubmitRequest = z.infer<typeof SubmitRequest>;

/** Closes a modal; `cleared` is true for "close all", which clears the stack. */
export const CloseRequest = z.object({
  user: z.string(),
  viewId: z.string(),
  cleared: z.boolean(),
  /** True where the person's connection is lost, and so nobody tells the app. */
  lost: z.boolean().default(false),
});
export type CloseRequest = z.output<typeof CloseRequest>;

/** Opens the app's Home tab. */
export const HomeRequest = z.object({ user: z.string() });
export type HomeRequest = z.infer<typeof HomeRequest>;

/** Runs a custom step of the app's, as a workflow does; `inputs` by their names. */
export const StepRequest = z.object({ user: z.string(), callbackId: z.string(), inputs: Fields });
export type StepRequest = z.infer<typeof StepRequest>;

/** Changes how the local Slack behaves, and where the app is; what is not named stays as it is. */
export const SettingsRequest = z.object({
  rateLimitPosts: z.boolean().optional(),
  appUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** The domains whose links the app is told of. */
  unfurlDomains: z.array(z.string()).max(5).optional(),
});
export type SettingsRequest = z.infer<typeof SettingsRequest>;

/** Changes what a channel is; what is not named stays as it is. The app hears of it as from Slack. */
export const ChannelRequest = z.object({
  /** Its id or name. */
  channel: z.string(),
  isArchived: z.boolean().optional(),
  hasApp: z.boolean().optional(),
  /** True where people of another team are in it too. */
  isShared: z.boolean().optional(),
  /** The ids of who is in it. */
  members: z.array(z.string()).optional(),
  /** Takes the channel away for good. */
  isDeleted: z.literal(true).optional(),
});
export type ChannelRequest = z.output<typeof ChannelRequest>;

/** Changes what a person may do in the team; what is not named stays as it is. */
export const PersonRequest = z.object({
  /** An id. */
  person: z.string(),
  isAdmin: z.boolean().optional(),
  /** Owners are admins as well. */
  isOwner: z.boolean().optional(),
  isOrgAdmin: z.boolean().optional(),
  isGuest: z.boolean().optional(),
});
export type PersonRequest = z.output<typeof PersonRequest>;

/** Changes who is in a user group. */
export const UserGroupRequest = z.object({
  /** Its id or handle. */
  group: z.string(),
  /** The ids of everybody who is in it from now on. */
  users: z.array(z.string()),
});
export type UserGroupRequest = z.output<typeof UserGroupRequest>;

/** Takes the app out of the team: by an admin's click, by its token alone, or out of an organization-wide install. */
export const UninstallRequest = z.object({ how: z.enum(["uninstalled", "revoked", "team-revoked"]) });
export type UninstallRequest = z.output<typeof UninstallRequest>;

/** Takes a message away, as an admin can with anybody's. */
export const DeleteRequest = z.object({ user: z.string(), channel: z.string(), ts: z.string() });
export type DeleteRequest = z.output<typeof DeleteRequest>;

/** Presses a button of the demo's, by its label. */
export const PressRequest = z.object({ label: z.string() });
export type PressRequest = z.output<typeof PressRequest>;
