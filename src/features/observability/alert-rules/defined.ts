import type { Answer } from "../../../platform/commands/command.ts";
import type { ObservabilityContext } from "../context.ts";
import { listAlerts } from "./list-reply.ts";
import { showAlert } from "./show.ts";
import { findPlace } from "../target.ts";
import { withAlert } from "./placed.ts";
import { inPlace } from "../in-target.ts";
import { numbered } from "../numbered.ts";

/** `/db alerts list [<number>] [<place>]`: the alerts that are defined in a place, from a number on. */
export async function listDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  const { number, rest } = await numbered(words, context);
  return inPlace("alerts list", rest, context, (place) => listAlerts(place, number, context));
}

/** `/db alerts <place>`: the same of a place by its name alone. */
export async function listOfPlace(words: string, context: ObservabilityContext): Promise<Answer> {
  return listAlerts(await findPlace(words, context), 1, context);
}

/** `/db alerts show <id> [<place>]`: all there is to say of one. */
export function showDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  return withAlert("show", words, context, (alert) => showAlert(alert, context));
}
