import { z } from "zod";
import { FormView } from "../forms/event.ts";

const Named = z.looseObject({ id: z.string(), username: z.string().optional(), name: z.string().optional() });
const Team = z.looseObject({ id: z.string() }).nullish();

/** A slash command as Slack sends it. */
export const CommandBody = z.looseObject({
  team_id: z.string(),
  user_id: z.string(),
  user_name: z.string().default(""),
  channel_id: z.string(),
  text: z.string().default(""),
  trigger_id: z.string(),
});

/** A click on a button of ours, in a message, a modal or App Home. */
export const ClickBody = z.looseObject({
  team: Team,
  user: Named,
  channel: z.looseObject({ id: z.string() }).nullish(),
  trigger_id: z.string(),
  actions: z
    .tuple([z.looseObject({ action_id: z.string(), value: z.string().optional() })])
    .rest(z.unknown()),
});

/** An act in a form's modal: a choice that others follow, or the submission. */
export const FormBody = z.looseObject({ team: Team, user: Named, view: FormView });

/** A click in a modal that stands in a form's place. */
export const ReopenBody = z.looseObject({
  team: Team,
  user: Named,
  view: FormView.pick({ id: true, private_metadata: true }),
});

/** Slack's notice that somebody opened our App Home. */
export const HomeBody = z.looseObject({
  team_id: z.string(),
  event: z.looseObject({ user: z.string(), tab: z.string() }),
});

/** The name a person goes by in a body. */
export function nameOf({ username, name, id }: z.infer<typeof Named>): string {
  return username ?? name ?? id;
}

/** The workspace a body belongs to: its team, or the organization for an organization-wide install. */
export function workspaceIdOf({
  team,
  ...body
}: {
  team?: { id: string } | null;
  [key: string]: unknown;
}): string {
  const enterprise = z.looseObject({ id: z.string() }).safeParse(body["enterprise"]);
  return team?.id ?? (enterprise.success ? enterprise.data.id : "");
}
