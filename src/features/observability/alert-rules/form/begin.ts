import { z } from "zod";
import type { Person } from "../../../../platform/access/standing.ts";
import type { ObservabilityContext } from "../../context.ts";
import type { FormState, FormValues } from "../../../../platform/forms/form.ts";
import { consoleOfPlace } from "../../console.ts";
import { ObservabilityPlace } from "../../target.ts";
import type { AlertFormFacts, NewAlertFormFacts } from "./facts.ts";

/** What a form of an alert is opened with; ids, and no truth. */
export const AlertFormStart = z.object({
  place: ObservabilityPlace.extend({ name: z.string() }),
  dashboardId: z.string().optional(),
  tileId: z.string().optional(),
  /** The alert to change, or to copy. */
  alertId: z.string().optional(),
});
export type AlertFormStart = z.output<typeof AlertFormStart>;

/** What such a form begins with: all else is read once it is open. */
export async function begin(
  start: FormValues,
  context: ObservabilityContext,
  { channelId }: Person,
): Promise<FormState> {
  const { place, ...given } = AlertFormStart.parse(start);
  const [hooks, console] = await Promise.all([ourHooks(context), consoleOfPlace(place, context)]);
  const facts: NewAlertFormFacts = {
    place,
    given,
    hooks,
    publicUrl: context.publicUrl,
    channelId,
    consoleUrl: console?.addressOf({ kind: "alerts" }),
  };
  return { values: {}, facts };
}

/** The workspace's hooks, as the form lists them. */
export async function ourHooks({
  hooks,
}: Pick<ObservabilityContext, "hooks">): Promise<AlertFormFacts["hooks"]> {
  return (await hooks.list()).map(({ id, name, channelId }) => ({ id, name, channelId }));
}
