import type { ObservabilityContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { listDashboards } from "./list-reply.ts";
import { allPlaces } from "../target.ts";
import type { Answer } from "../../../platform/commands/command.ts";
import { inPlace } from "../in-target.ts";
import { numbered } from "../numbered.ts";

/** `/db dashboards [<place>]`: the dashboards of a place. */
export function listAll(words: string, context: ObservabilityContext): Promise<Answer> {
  // A place may be called as an act is: the choice of one is never read as an act after this.
  return list("dashboards list", words, 1, context);
}

/** `/db dashboards list [<number>] [<place>]`: the same from a number on. */
export async function listFrom(words: string, context: ObservabilityContext): Promise<Answer> {
  const { number, rest } = await numbered(words, context);
  return list("dashboards list", rest, number, context);
}

function list(command: string, words: string, first: number, context: ObservabilityContext): Promise<Answer> {
  return inPlace(command, words, context, (place) => listDashboards(place, { first }, context));
}

/** `/db dashboards find <words> [<place>]`: those with all of the words in their name or tags. */
export function findSome(words: string, context: ObservabilityContext): Promise<Answer> {
  return find(words, 1, context);
}

/** The same from a number on, as the buttons ask for it. */
export async function foundSome(words: string, context: ObservabilityContext): Promise<Answer> {
  const { number, rest } = await numbered(words, context);
  return find(rest, number, context);
}

const mostCharacters = 100;

async function find(typed: string, first: number, context: ObservabilityContext): Promise<Answer> {
  const { words, place } = await placeAtEnd(typed, context);
  if (words === "" || words.length > mostCharacters)
    throw new AppError(
      "user",
      `Say what to look for in names and tags, in ${mostCharacters} characters at most: \`/db dashboards find checkout\`.`,
    );
  return inPlace(`dashboards find ${words}`, place, context, (found) =>
    listDashboards(found, { first, words }, context),
  );
}

/** The words, and the place that they end with; no place where none of their ends is one. */
async function placeAtEnd(
  typed: string,
  context: ObservabilityContext,
): Promise<{ words: string; place: string }> {
  const words = typed.split(/\s+/).filter((word) => word !== "");
  const places = await allPlaces(context);
  const known = new Set(places.flatMap(({ name, serviceId = name }) => [foldName(name), serviceId]));
  for (let count = 1; count < words.length; count += 1) {
    const place = words.slice(count).join(" ");
    if (known.has(foldName(place))) return { words: words.slice(0, count).join(" "), place };
  }
  return { words: words.join(" "), place: "" };
}
