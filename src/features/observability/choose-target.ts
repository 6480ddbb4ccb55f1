import { actions } from "../../platform/blocks/button.ts";
import { commandSelect } from "../../platform/blocks/command-button.ts";
import { code, visible } from "../../platform/blocks/escape.ts";
import { limits } from "../../platform/blocks/limits.ts";
import { type Reply, reply } from "../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../platform/blocks/text.ts";
import type { ObservabilityContext } from "./context.ts";
import { AppError } from "../../lib/errors.ts";
import { oneLine, plural } from "../../lib/text.ts";
import { type NamedPlace, type ObservabilityPlace, allPlaces, findPlace } from "./target.ts";

type Context = Pick<ObservabilityContext, "services" | "connections">;

/**
 * The place that words name; without words the only one there is, and undefined where there are several. Fails as
 * `missing` for one that is not known, and where there is none at all.
 */
export async function placeIn(words: string, context: Context): Promise<NamedPlace | undefined> {
  if (words.trim() !== "") return findPlace(words, context);
  const [first, ...others] = await allPlaces(context);
  if (!first) throw noPlace();
  return others.length === 0 ? first : undefined;
}

/** What names a place in buttons and options, whatever it is called: a service's id, at most 75 characters. */
export function wordOfPlace({ serviceId, connection }: ObservabilityPlace): string {
  return serviceId ?? connection;
}

/** Asks for which place `/db <command>` is meant; the choice runs it with the place at its end. */
export async function choosePlaceReply(command: string, context: Context): Promise<Reply> {
  const places = await allPlaces(context);
  if (places.length === 0) throw noPlace();
  const question = "*Which one?* There are several services or observability servers here.";
  const hint = [...leftOut(places.length), `Or type its name: ${code(`/db ${command} <name>`)}`].join(" ");
  return reply([question, hint, ...places.map(({ name }) => `• ${code(name)}`)].join("\n"), [
    section(question),
    actions([
      commandSelect({ placeholder: "Choose one", command, options: places.map((place) => option(place)) }),
    ]),
    smallPrint(hint),
  ]);
}

function option(place: NamedPlace) {
  return { text: oneLine(visible(place.name)), value: wordOfPlace(place) };
}

function leftOut(count: number): string[] {
  const most = limits.select.options;
  return count <= most ? [] : [`The list shows the first ${most} of ${plural(count, "name")}.`];
}

function noPlace(): AppError {
  return new AppError(
    "missing",
    "There is no service or observability server here yet. To add one: `/db services add <service id> <name>` or `/db connect`.",
  );
}
