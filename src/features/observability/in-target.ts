import type { ObservabilityContext } from "./context.ts";
import { choosePlaceReply, placeIn } from "./choose-target.ts";
import type { NamedPlace } from "./target.ts";
import type { Answer } from "../../platform/commands/command.ts";

/** Does something in the place that words name; where they name none and there are several, asks which one. */
export async function inPlace(
  command: string,
  words: string,
  context: ObservabilityContext,
  work: (place: NamedPlace) => Promise<Answer> | Answer,
): Promise<Answer> {
  const place = await placeIn(words, context);
  return place ? work(place) : choosePlaceReply(command, context);
}
