import { z } from "zod";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { AlertReplacement } from "../observability-client.ts";
import type { ObservabilityContext } from "../context.ts";
import type { Accepted, Form, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { acceptChange } from "../changes/accept.ts";
import { editIn } from "./form/edit.ts";
import { type TargetRead, fetchFacts } from "./form/fetch.ts";
import { notifySections } from "./form/notify-fields.ts";
import { preview } from "./form/preview.ts";
import { problemsOf } from "./form/problems.ts";
import { ruleFields } from "./form/rule-fields.ts";
import { textFields } from "./form/text-fields.ts";
import { watchedFields } from "./form/watched-fields.ts";
import { begin, factsOf, ourHooks } from "./form/facts.ts";
import { isMessageCut, valuesOf, webhookIn } from "./form/values.ts";

const step = "alert";

/** The form behind `/db alerts edit`: what it does not show of an alert stays as it is. */
export const editAlertForm: Form<ObservabilityContext> = {
  name: "edit-alert",
  access: "operator",
  title: "Edit an alert",
  submit: "Save",
  begin,
  steps: [
    {
      name: step,
      title: "Alert",
      intro: preview,
      sections: [
        { fields: watchedFields },
        { fields: ruleFields },
        ...notifySections(step),
        { fields: textFields },
      ],
    },
  ],
  problems: (state) => [...problemsOf(state), ...nothingChanged(state)],
  prepare: async (_step, _state, context) => ({ facts: { hooks: await ourHooks(context) } }),
  fetchFacts: (about, state, context) => fetchFacts(about, state, context, fill),
  accept,
};

function fill({ alert: seen }: TargetRead): Partial<FormState> {
  if (!seen) return {};
  const trouble = isMessageCut(seen) ? cutMessage : undefined;
  return { facts: { seen, trouble }, values: valuesOf(seen) };
}

const cutMessage =
  "Its message is longer than this form can hold, and only its beginning stands here. Leave that, and the whole message stays; change it, and the rest is gone.";

function nothingChanged(state: FormState) {
  const { seen } = factsOf(state);
  if (!seen || Object.keys(editIn(state, seen)).length > 0) return [];
  return [{ field: "name", message: "Nothing is changed yet. Change something, or press Cancel." }];
}

async function accept(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const { target, seen } = factsOf(submitted);
  if (!seen) return { problems: problemsOf(submitted) };
  const edit = editIn(submitted, seen);
  const hookId = edit.webhookId === undefined ? undefined : webhookIn(submitted)?.hookId;
  const wanted = { kind: "update-alert", id: seen.id, seen, edit, hookId } as const;
  return acceptChange(submitted, target, wanted, context);
}

/** What a person changes about an alert; what it does not name stays as it is. */
export const AlertEdit = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  threshold: z.number().optional(),
  /** The other end of `between` and `not_between`; `null` takes it out. */
  thresholdMax: z.number().nullable().optional(),
  thresholdType: z.string().optional(),
  interval: z.string().optional(),
  webhookId: z.string().optional(),
  tile: z.object({ dashboardId: z.string(), tileId: z.string() }).optional(),
});
export type AlertEdit = z.output<typeof AlertEdit>;

type Channel = NonNullable<Alert["channel"]>;

/** An alert as it is written back unchanged: all that was read but its id, which the address has. */
export function alertBody({ id: _id, ...others }: Alert): AlertReplacement {
  return others;
}

/** What an alert is replaced with so that this alone changes, in the names that its server has for the fields. */
export function applyAlertEdit(alert: Alert, edit: AlertEdit): AlertReplacement {
  const { thresholdMax, webhookId, tile, ...plain } = edit;
  const known = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  const changed = { ...alertBody(alert), ...known };
  if (typeof thresholdMax === "number") changed.thresholdMax = thresholdMax;
  if (thresholdMax === null) delete changed.thresholdMax;
  const notifying = webhookId === undefined ? changed : withWebhook(changed, webhookId);
  return tile ? withTile(notifying, tile) : notifying;
}

/** Newer servers have a list beside the one channel of the specification: both name the same webhook. */
function withWebhook(alert: AlertReplacement, webhookId: string): AlertReplacement {
  const { channel, channels } = alert;
  const changed = { ...channel, type: "webhook", webhookId };
  if (!channels) return { ...alert, channel: changed };
  const listed = { ...alert, channels: inList(channels, channel, webhookId) };
  return channel ? { ...listed, channel: changed } : listed;
}

function inList(
  channels: readonly Channel[],
  channel: Channel | null | undefined,
  webhookId: string,
): Channel[] {
  const same = channels.findIndex((one) => channel?.webhookId && one.webhookId === channel.webhookId);
  const webhook = channels.findIndex(({ type }) => type === "webhook");
  const index = [same, webhook].find((found) => found >= 0) ?? 0;
  const changed = { ...channels[index], type: "webhook", webhookId };
  return channels.length === 0 ? [changed] : channels.with(index, changed);
}

/** A rule watches one thing: what watched a saved search does so no longer. */
function withTile(
  { savedSearch: _search, savedSearchId: _id, ...alert }: AlertReplacement,
  { dashboardId, tileId }: NonNullable<AlertEdit["tile"]>,
): AlertReplacement {
  const isOlder = alert.dashboard !== undefined;
  const isNewer = alert.dashboardId !== undefined || !isOlder;
  return {
    ...alert,
    source: "tile",
    tileId,
    ...(isOlder ? { dashboard: dashboardId } : {}),
    ...(isNewer ? { dashboardId } : {}),
  };
}
