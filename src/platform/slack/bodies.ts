import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { FormView } from "../forms/read.ts";

/** Ids become parts of Redis keys. */
const UserId = z.string().regex(/^[A-Z][A-Z0-9]*$/);
const ChannelId = z.string().regex(/^[CG][A-Z0-9]+$/);
const workspaceId = /^[TE][A-Z0-9]+$/;

const Named = z.looseObject({ id: UserId, username: z.string().optional(), name: z.string().optional() });
const Identified = z.looseObject({ id: z.string() }).nullish();
/** A view in a channel that companies share may have been opened in another workspace than the one it belongs to. */
const installedTeam = { app_installed_team_id: z.string().nullish() };

/** The installation that a body is for. Commands and events have flat fields, and clicks nest them. */
const Installation = z.looseObject({
  team: Identified,
  team_id: z.string().nullish(),
  enterprise: Identified,
  enterprise_id: z.string().nullish(),
  is_enterprise_install: z.union([z.boolean(), z.stringbool()]).nullish(),
  view: z.looseObject(installedTeam).nullish(),
});

/** A slash command as Slack sends it. */
export const CommandBody = Installation.extend({
  user_id: UserId,
  user_name: z.string().default(""),
  channel_id: z.string(),
  text: z.string().default(""),
  trigger_id: z.string(),
});

const ExternalRef = z.looseObject({ id: z.unknown(), type: z.unknown().optional() });

/** A click on our button or select, in a message, a modal, App Home or a thing's pane. */
export const InteractionBody = Installation.extend({
  user: Named,
  channel: z.looseObject({ id: z.string() }).nullish(),
  message: z.looseObject({ ts: z.string() }).nullish(),
  /** Where the click was. A message in a thread has its first message's `ts` here. */
  container: z
    .looseObject({
      type: z.string().optional(),
      message_ts: z.string().optional(),
      thread_ts: z.string().optional(),
      channel_id: z.string().optional(),
      /** The thing in the pane. */
      external_ref: ExternalRef.nullish(),
    })
    .nullish(),
  view: z
    .looseObject({
      id: z.string(),
      type: z.string(),
      callback_id: z.string().optional(),
      private_metadata: z.string().optional(),
      ...installedTeam,
    })
    .nullish(),
  trigger_id: z.string(),
  actions: z
    .tuple([
      z.looseObject({
        action_id: z.string(),
        block_id: z.string().optional(),
        value: z.string().optional(),
        selected_option: z.looseObject({ value: z.string() }).nullish(),
        selected_user: UserId.nullish(),
      }),
    ])
    .rest(z.unknown()),
}).transform((body) => {
  // Slack doesn't say if a pane is a view too. It isn't one of ours.
  const isPane = body.container?.type === "entity_detail";
  return isPane ? { ...body, view: undefined } : body;
});

/** Someone chose our shortcut in a message's menu. The message may be anyone's. */
export const ShortcutBody = Installation.extend({
  user: Named,
  channel: z.looseObject({ id: z.string() }),
  trigger_id: z.string(),
  message: z.looseObject({
    text: z.string().default(""),
    /** Absent unless the message has a thread, or is in one. */
    thread_ts: z.string().optional(),
    bot_id: z.string().nullish(),
  }),
});

/** The modal for a question was submitted. */
export const QuestionBody = Installation.extend({
  user: Named,
  view: z.looseObject({
    ...installedTeam,
    private_metadata: z.string(),
    state: z.looseObject({
      values: z.record(z.string(), z.record(z.string(), z.looseObject({ value: z.string().nullish() }))),
    }),
  }),
});

/** A form's modal was submitted or closed. */
export const FormBody = Installation.extend({ user: Named, view: FormView.extend(installedTeam) });

/** A change or a click in a form's modal. */
export const FormActionBody = FormBody.extend({
  actions: z
    .tuple([z.looseObject({ action_id: z.string(), action_ts: z.string().optional() })])
    .rest(z.unknown()),
});

/** An event names the installation that it is for in its first authorization. */
const EventBody = Installation.extend({
  authorizations: z.array(Installation.pick({ enterprise_id: true, is_enterprise_install: true })).nullish(),
});

/** The app was removed from a workspace, or from one workspace of an organization. */
export const EndingBody = EventBody.extend({
  event_time: z.number(),
  event: z.discriminatedUnion("type", [
    z.looseObject({ type: z.literal("app_uninstalled") }),
    z.looseObject({
      type: z.literal("tokens_revoked"),
      tokens: z.looseObject({ bot: z.array(z.string()).nullish() }),
    }),
    z.looseObject({
      type: z.literal("team_access_revoked"),
      team_ids: z.array(z.string().regex(workspaceId)),
    }),
  ]),
});

/** A private channel was shared, and has a new id since. */
export const MovedChannelBody = EventBody.extend({
  event: z.looseObject({
    type: z.literal("channel_id_changed"),
    old_channel_id: ChannelId,
    new_channel_id: ChannelId,
  }),
});

/** A workflow reached one of our steps. */
export const StepBody = EventBody.extend({
  event: z.looseObject({ function_execution_id: z.string(), inputs: z.unknown().optional() }),
});

/** A person opened one of our things, or refreshed its pane. */
export const ObjectBody = EventBody.extend({
  event: z.looseObject({
    user: UserId,
    trigger_id: z.string(),
    external_ref: ExternalRef.nullish(),
    entity_url: z.string().nullish(),
    /** Absent if it was not opened from a message. */
    channel: z.string().nullish(),
  }),
});

/** Links to our domains are in a message, or in a person's composer. */
export const LinksBody = EventBody.extend({
  is_ext_shared_channel: z.boolean().nullish(),
  event: z.looseObject({
    channel: z.string(),
    /** Absent if no person posted it. */
    user: UserId.nullish(),
    message_ts: z.string(),
    is_bot_user_member: z.boolean().nullish(),
    unfurl_id: z.string().nullish(),
    source: z.string().nullish(),
    /** `&` is written as `&amp;`. */
    links: z.array(z.looseObject({ url: z.string() })),
  }),
});

/** A message in a direct conversation with the app, or one that mentions it. */
export const MessageBody = EventBody.extend({
  event_id: z.string(),
  /** The app's own user in this workspace comes first. */
  authorizations: z
    .array(
      Installation.pick({ enterprise_id: true, is_enterprise_install: true }).extend({
        user_id: z
          .string()
          .regex(/^[A-Z0-9]+$/)
          .nullish(),
      }),
    )
    .nullish(),
  event: z.looseObject({
    /** Absent if no person wrote it. */
    user: UserId.optional(),
    text: z.string().default(""),
    channel: z.string(),
    channel_type: z.string().optional(),
    ts: z.string(),
    thread_ts: z.string().optional(),
    bot_id: z.string().nullish(),
    app_id: z.string().nullish(),
    subtype: z.string().optional(),
    hidden: z.boolean().optional(),
    edited: z.unknown().optional(),
  }),
});

/** A person clicked Slack's stop button while the app worked in a conversation. */
export const StopBody = EventBody.extend({
  event: z.looseObject({ channel: z.string(), thread_ts: z.string() }),
});

/** A person opened our App Home. */
export const HomeBody = EventBody.extend({
  event: z.looseObject({ user: UserId, tab: z.string() }),
});

/** The person's name in a body. */
export function nameOf({ username, name, id }: z.infer<typeof Named>): string {
  return username ?? name ?? id;
}

/** A body's workspace: its team, or the organization if the app is installed for all of it. */
export function workspaceIdOf(body: z.infer<typeof EventBody>): string {
  const id = idOf(body);
  if (!id) throw new AppError("bug", "Slack didn't say which workspace this comes from.");
  if (!workspaceId.test(id)) throw new AppError("bug", "This workspace id isn't one of Slack's.");
  return id;
}

/** The workspace of any body. Undefined if it has none. */
export function workspaceIdOfAny(body: unknown): string | undefined {
  const read = EventBody.safeParse(body).data;
  return read && idOf(read) ? workspaceIdOf(read) : undefined;
}

function idOf({ authorizations, ...body }: z.infer<typeof EventBody>): string | undefined {
  const installed = { ...body, ...authorizations?.[0] };
  const teamId = installed.view?.app_installed_team_id ?? installed.team?.id ?? installed.team_id;
  const enterpriseId = installed.enterprise?.id ?? installed.enterprise_id;
  return (installed.is_enterprise_install ? (enterpriseId ?? teamId) : (teamId ?? enterpriseId)) ?? undefined;
}
