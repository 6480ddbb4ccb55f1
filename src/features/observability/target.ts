import { z } from "zod";
import type { ObservabilityContext } from "./context.ts";
import { AppError } from "../../lib/errors.ts";
import { foldName, nearest, oneLine, plural } from "../../lib/text.ts";
import { actions } from "../../platform/blocks/button.ts";
import { commandButton, commandSelect } from "../../platform/blocks/command-button.ts";
import { code, visible } from "../../platform/blocks/escape.ts";
import { limits } from "../../platform/blocks/limits.ts";
import { type Reply, reply } from "../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../platform/blocks/text.ts";
import type { Answer } from "../../platform/commands/command.ts";
import type { KnownBlock } from "@slack/types";

// Beside a page of open alerts a message has room for so many characters of options.
const mostInSelect = 900;

/** The way from what is open here to what is defined there: a button for the only place, a select of several. */
export async function waysToPlaces(
  context: Pick<ObservabilityContext, "services" | "connections">,
): Promise<KnownBlock[]> {
  const places = await allPlaces(context);
  const options = places.map((place) => ({ text: oneLine(visible(place.name)), value: wordOfPlace(place) }));
  let length = 0;
  const fitting = options.filter(
    ({ text, value }) => (length += Math.min(text.length, limits.option.text) + value.length) <= mostInSelect,
  );
  const [only, ...others] = fitting;
  if (!only) return [];
  if (others.length === 0 && places.length === 1)
    return [actions([commandButton(`Alerts of ${only.text}`, `alerts list ${only.value}`)])];
  const placeholder = "Alerts of a service…";
  return [actions([commandSelect({ placeholder, command: "alerts list", options: fitting })])];
}

/** Where dashboards, alerts and sources are: a service's behind a managed connection, or a stand-alone server's own. */
export const ObservabilityPlace = z.object({
  connection: z.string(),
  /** Absent for a stand-alone server. */
  serviceId: z.string().optional(),
});
export type ObservabilityPlace = z.output<typeof ObservabilityPlace>;

/** A place with what people call it, which is what they type: the service's name, or the connection's. */
export interface NamedPlace extends ObservabilityPlace {
  name: string;
}

type Context = Pick<ObservabilityContext, "services" | "connections">;

/** Every place of the workspace: its services by name, then its stand-alone servers. */
export async function allPlaces({ services, connections }: Context): Promise<NamedPlace[]> {
  const [known, connected] = await Promise.all([services.list(), connections.list()]);
  return [
    ...known.map(({ name, serviceId, connection }) => ({ name, serviceId, connection })),
    ...connected.filter(({ kind }) => kind === "standalone").map(({ name }) => ({ name, connection: name })),
  ];
}

/** The place that words name, a service also by its id; fails as `missing` with the nearest name. */
export async function findPlace(words: string, context: Context): Promise<NamedPlace> {
  const places = await allPlaces(context);
  const wanted = foldName(words);
  const found = places.find(({ name, serviceId }) => foldName(name) === wanted || serviceId === wanted);
  if (found) return found;
  throw unknownPlace(words, places);
}

/** What a place is called by now; its service's id where that has no name here any more. */
export async function nameOfPlace(place: ObservabilityPlace, context: Context): Promise<string> {
  const places = await allPlaces(context);
  return places.find((one) => isSamePlace(one, place))?.name ?? place.serviceId ?? place.connection;
}

/** True for the same service, or the same stand-alone server. */
export function isSamePlace(one: ObservabilityPlace, other: ObservabilityPlace): boolean {
  return one.connection === other.connection && one.serviceId === other.serviceId;
}

function unknownPlace(words: string, places: readonly NamedPlace[]): AppError {
  const names = places.map(({ name }) => name);
  const near = nearest(words, names);
  const known =
    names.length > 0 ? `Known here: ${names.slice(0, 10).join(", ")}.` : "None is known here yet.";
  return new AppError(
    "missing",
    `I know no service or observability server called “${words}”. ${near ? `Did you mean “${near}”?` : known} To add one: \`/db services add <service id> <name>\` or \`/db connect\`.`,
  );
}

type ChooseTargetContext = Pick<ObservabilityContext, "services" | "connections">;

/**
 * The place that words name; without words the only one there is, and undefined where there are several. Fails as
 * `missing` for one that is not known, and where there is none at all.
 */
export async function placeIn(words: string, context: ChooseTargetContext): Promise<NamedPlace | undefined> {
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
export async function choosePlaceReply(command: string, context: ChooseTargetContext): Promise<Reply> {
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

/** A number that stands before everything else, the first without one; a place whose whole name it is stays a place. */
export async function numbered(
  words: string,
  context: Pick<ObservabilityContext, "services" | "connections">,
): Promise<{ number: number; rest: string }> {
  const [, number, rest = ""] = /^([1-9]\d{0,5})(?:\s+([\s\S]*))?$/.exec(words.trim()) ?? [];
  if (number === undefined) return { number: 1, rest: words };
  const isPlace = rest === "" && (await allPlaces(context)).some(({ name }) => name === number);
  return isPlace ? { number: 1, rest: words } : { number: Number(number), rest };
}
