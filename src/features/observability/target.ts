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
  const targets = await allTargets(context);
  const options = targets.map((target) => ({
    text: oneLine(visible(target.name)),
    value: wordOfTarget(target),
  }));
  let length = 0;
  const fitting = options.filter(
    ({ text, value }) => (length += Math.min(text.length, limits.option.text) + value.length) <= mostInSelect,
  );
  const [only, ...others] = fitting;
  if (!only) return [];
  if (others.length === 0 && targets.length === 1)
    return [actions([commandButton(`Alerts of ${only.text}`, `alerts list ${only.value}`)])];
  const placeholder = "Alerts of a service…";
  return [actions([commandSelect({ placeholder, command: "alerts list", options: fitting })])];
}

/** Where dashboards, alerts and sources are: a service's behind a managed connection, or a stand-alone server's own. */
export const ObservabilityTarget = z.object({
  connection: z.string(),
  /** Absent for a stand-alone server. */
  serviceId: z.string().optional(),
});
export type ObservabilityTarget = z.output<typeof ObservabilityTarget>;

/** A place with what people call it, which is what they type: the service's name, or the connection's. */
export interface NamedTarget extends ObservabilityTarget {
  name: string;
}

type Context = Pick<ObservabilityContext, "services" | "connections">;

/** Every place of the workspace: its services by name, then its stand-alone servers. */
export async function allTargets({ services, connections }: Context): Promise<NamedTarget[]> {
  const [known, connected] = await Promise.all([services.list(), connections.list()]);
  return [
    ...known.map(({ name, serviceId, connection }) => ({ name, serviceId, connection })),
    ...connected.filter(({ kind }) => kind === "standalone").map(({ name }) => ({ name, connection: name })),
  ];
}

/** The place that words name, a service also by its id; fails as `missing` with the nearest name. */
export async function findTarget(words: string, context: Context): Promise<NamedTarget> {
  const targets = await allTargets(context);
  const wanted = foldName(words);
  const found = targets.find(({ name, serviceId }) => foldName(name) === wanted || serviceId === wanted);
  if (found) return found;
  throw unknownTarget(words, targets);
}

/** What a place is called by now; its service's id where that has no name here any more. */
export async function nameOfTarget(target: ObservabilityTarget, context: Context): Promise<string> {
  const targets = await allTargets(context);
  return targets.find((one) => isSameTarget(one, target))?.name ?? target.serviceId ?? target.connection;
}

/** True for the same service, or the same stand-alone server. */
export function isSameTarget(one: ObservabilityTarget, other: ObservabilityTarget): boolean {
  return one.connection === other.connection && one.serviceId === other.serviceId;
}

function unknownTarget(words: string, targets: readonly NamedTarget[]): AppError {
  const names = targets.map(({ name }) => name);
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
export async function targetIn(
  words: string,
  context: ChooseTargetContext,
): Promise<NamedTarget | undefined> {
  if (words.trim() !== "") return findTarget(words, context);
  const [first, ...others] = await allTargets(context);
  if (!first) throw noPlace();
  return others.length === 0 ? first : undefined;
}

/** What names a place in buttons and options, whatever it is called: a service's id, at most 75 characters. */
export function wordOfTarget({ serviceId, connection }: ObservabilityTarget): string {
  return serviceId ?? connection;
}

/** Asks for which place `/db <command>` is meant; the choice runs it with the place at its end. */
export async function chooseTargetReply(command: string, context: ChooseTargetContext): Promise<Reply> {
  const targets = await allTargets(context);
  if (targets.length === 0) throw noPlace();
  const question = "*Which one?* There are several services or observability servers here.";
  const hint = [...leftOut(targets.length), `Or type its name: ${code(`/db ${command} <name>`)}`].join(" ");
  return reply([question, hint, ...targets.map(({ name }) => `• ${code(name)}`)].join("\n"), [
    section(question),
    actions([
      commandSelect({ placeholder: "Choose one", command, options: targets.map((target) => option(target)) }),
    ]),
    smallPrint(hint),
  ]);
}

function option(target: NamedTarget) {
  return { text: oneLine(visible(target.name)), value: wordOfTarget(target) };
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
export async function onTarget(
  command: string,
  words: string,
  context: ObservabilityContext,
  work: (target: NamedTarget) => Promise<Answer> | Answer,
): Promise<Answer> {
  const target = await targetIn(words, context);
  return target ? work(target) : chooseTargetReply(command, context);
}

/** A number that stands before everything else, the first without one; a place whose whole name it is stays a place. */
export async function numbered(
  words: string,
  context: Pick<ObservabilityContext, "services" | "connections">,
): Promise<{ number: number; rest: string }> {
  const [, number, rest = ""] = /^([1-9]\d{0,5})(?:\s+([\s\S]*))?$/.exec(words.trim()) ?? [];
  if (number === undefined) return { number: 1, rest: words };
  const isTarget = rest === "" && (await allTargets(context)).some(({ name }) => name === number);
  return isTarget ? { number: 1, rest: words } : { number: Number(number), rest };
}
