import type { Answer } from "../../../platform/commands/command.ts";
import type { ObservabilityContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import type { NamedPlace } from "../target.ts";
import { inPlace } from "../in-target.ts";

/** An alert by its id, and the place that it is defined in. */
export interface PlacedAlert {
  id: string;
  place: NamedPlace;
}

/** Does something to the alert whose id words begin with, the place after it; fails as user where no id is there. */
export async function withAlert(
  act: string,
  words: string,
  context: ObservabilityContext,
  work: (alert: PlacedAlert) => Promise<Answer> | Answer,
): Promise<Answer> {
  const [, id = "", placeWords = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  if (id === "") throw new AppError("user", whichAlert(act));
  return inPlace(`alerts ${act} ${id}`, placeWords, context, (place) => work({ id, place }));
}

function whichAlert(act: string): string {
  return `Say which alert by its id, as in \`/db alerts ${act} 6f0c1d2e8b7a\`. \`/db alerts list\` has a button for each.`;
}
