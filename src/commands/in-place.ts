import type { WorkspaceContext } from "../context.ts";
import { choosePlaceReply, placeIn } from "../observability/choose-place.ts";
import type { NamedPlace } from "../observability/place.ts";
import type { Answer } from "./command.ts";

/** Does something in the place that words name; where they name none and there are several, asks which one. */
export async function inPlace(
  command: string,
  words: string,
  context: WorkspaceContext,
  work: (place: NamedPlace) => Promise<Answer> | Answer,
): Promise<Answer> {
  const place = await placeIn(words, context);
  return place ? work(place) : choosePlaceReply(command, context);
}
