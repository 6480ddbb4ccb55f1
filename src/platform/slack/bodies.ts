import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { FormView } from "../forms/event.ts";

/** Ids become parts of keys in Redis. */
const UserId = z.string().regex(/^[A-Z][A-Z0-9]*$/);
const workspaceId = /^[TE][A-Z0-9]+$/;

const Named = z.looseObject({ id: UserId, username: z.string().optional(), name: z.string().optional() });
const Identified = z.looseObject({ id: z.string() }).nullish();

/** Where the app is installed that a body is meant for; commands and events write flat what clicks nest. */
const Installation = z.looseObject({
  team: Identified,
  team_id: z.string().nullish(),
  enterprise: Identified,
  enterprise_id: z.string().nullish(),
  is_enterprise_install: z.union([z.boolean(), z.stringbool()]).nullish(),
});

/** A slash command as Slack sends it. */
export const CommandBody = Installation.extend({
  user_id: UserId,
  user_name: z.string().default(""),
  channel_id: z.string(),
  text: z.string().default(""),
  trigger_id: z.string(),
});

/** A click on a button of ours, or a choice in a select, in a message, a modal or App Home. */
export const ClickBody = Installation.extend({
  user: Named,
  channel: z.looseObject({ id: z.string() }).nullish(),
  trigger_id: z.string(),
  actions: z
    .tuple([
      z.looseObject({
        action_id: z.string(),
        value: z.string().optional(),
        selected_option: z.looseObject({ value: z.string() }).nullish(),
      }),
    ])
    .rest(z.unknown()),
});

/** Something in a form's modal: its submission, or that it was closed. */
export const FormBody = Installation.extend({ user: Named, view: FormView });

/** A change or a press in a form's modal. */
export const FormActionBody = FormBody.extend({
  actions: z
    .tuple([z.looseObject({ action_id: z.string(), action_ts: z.string().optional() })])
    .rest(z.unknown()),
});

/** A press of a button that does something of its own, wherever it stands. */
export const InteractionBody = ClickBody.extend({
  message: z.looseObject({ ts: z.string() }).nullish(),
  view: z.looseObject({ id: z.string(), type: z.string() }).nullish(),
});

/** What every event says of where it comes from. */
const EventBody = z.looseObject({
  team_id: z.string().nullish(),
  enterprise_id: z.string().nullish(),
  authorizations: z.array(Installation.pick({ enterprise_id: true, is_enterprise_install: true })).nullish(),
});

const AnyBody = Installation.extend({ authorizations: EventBody.shape.authorizations });

/** Slack's notice that the app was taken out of a workspace, or out of one of an organization's. */
export const EndingBody = AnyBody.extend({
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

/** Slack's notice that a workflow has come to a step of ours. */
export const StepBody = EventBody.extend({
  event: z.looseObject({ function_execution_id: z.string(), inputs: z.unknown().optional() }),
});

/** Slack's notice that links of our domains are in a message, or in somebody's composer. */
export const LinksBody = EventBody.extend({
  is_ext_shared_channel: z.boolean().nullish(),
  event: z.looseObject({
    channel: z.string(),
    /** Absent for what no person posted. */
    user: UserId.nullish(),
    message_ts: z.string(),
    is_bot_user_member: z.boolean().nullish(),
    unfurl_id: z.string().nullish(),
    source: z.string().nullish(),
    /** With `&amp;` for `&` in each. */
    links: z.array(z.looseObject({ url: z.string() })),
  }),
});

/** Slack's notice that somebody opened our App Home. */
export const HomeBody = EventBody.extend({
  event: z.looseObject({ user: UserId, tab: z.string() }),
});

/** The name a person goes by in a body. */
export function nameOf({ username, name, id }: z.infer<typeof Named>): string {
  return username ?? name ?? id;
}

/** The workspace a body belongs to: its team, or the whole organization where the app is installed for all of it. */
export function workspaceIdOf(body: z.infer<typeof Installation>): string {
  const teamId = body.team?.id ?? body.team_id;
  const enterpriseId = body.enterprise?.id ?? body.enterprise_id;
  const id = body.is_enterprise_install ? (enterpriseId ?? teamId) : (teamId ?? enterpriseId);
  if (!id) throw new AppError("bug", "Slack did not say which workspace this comes from.");
  if (!workspaceId.test(id))
    throw new AppError("bug", "This comes from a workspace with an id that none can have.");
  return id;
}

/** The same of whatever Slack sends; undefined where it does not say. */
export function workspaceIdOfAny(body: unknown): string | undefined {
  const { authorizations, ...where } = AnyBody.safeParse(body).data ?? {};
  const all = { ...where, ...authorizations?.[0] };
  return all.team?.id || all.team_id || all.enterprise?.id || all.enterprise_id
    ? workspaceIdOf(all)
    : undefined;
}
