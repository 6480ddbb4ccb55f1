import type { Button, KnownBlock } from "@slack/types";
import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { lineOf, textOf } from "../../lib/kinds.ts";
import { calledName, unquoted } from "../../lib/names.ts";
import { foldName } from "../../lib/text.ts";
import type { Asker } from "../../platform/access/asker.ts";
import { actions } from "../../platform/blocks/button.ts";
import {
  type Asked,
  type AskedByChoice,
  commandButton,
  commandSelect,
  fitsChoice,
} from "../../platform/blocks/command-button.ts";
import { code } from "../../platform/blocks/escape.ts";
import { limits } from "../../platform/blocks/limits.ts";
import { type Reply, reply } from "../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../platform/blocks/text.ts";
import {
  type ConsolePage,
  type ObservabilityConsole,
  observabilityConsole,
} from "../../platform/cloud/observability/console.ts";
import { type ArgumentKind, argument } from "../../platform/commands/arguments/kind.ts";
import { nameKind } from "../../platform/commands/arguments/kinds.ts";
import { type Call, type Declaration, call } from "../../platform/commands/call.ts";
import type { EntryArguments } from "../../platform/commands/entry.ts";
import { type Answer, withoutData } from "../../platform/commands/found.ts";
import { notFound } from "../../platform/commands/near.ts";
import { type Connection, nothingConnectedReply } from "../connections/index.ts";
import type { ObservabilityContext } from "./context.ts";
import { shownName } from "./names.ts";
import { optionsThatFit } from "./pages.ts";
import * as texts from "./texts.ts";

/** Where dashboards, alerts and sources are: a service behind a managed connection, or a stand-alone server. */
export const ObservabilityTarget = z.object({
  connection: z.string(),
  /** Absent for a stand-alone server. */
  serviceId: z.string().optional(),
});
export type ObservabilityTarget = z.output<typeof ObservabilityTarget>;

/** A target with the name that people type: the service's, or the connection's. */
export const NamedTarget = ObservabilityTarget.extend({ name: z.string() });
export type NamedTarget = z.output<typeof NamedTarget>;

type Context = Pick<ObservabilityContext, "services" | "connections">;

/** Every target of the workspace: its services by name, then its stand-alone servers. */
export async function allTargets({ services, connections }: Context): Promise<NamedTarget[]> {
  const [known, connected] = await Promise.all([services.list(), connections.list()]);
  return [
    ...known.map(({ name, serviceId, connection }) => ({ name, serviceId, connection })),
    ...connected.filter(({ kind }) => kind === "standalone").map(({ name }) => ({ name, connection: name })),
  ];
}

/** The target with that name, or the service with that id. Fails as `missing` with the near names. */
export async function findTarget(words: string, context: Context): Promise<NamedTarget> {
  const targets = await allTargets(context);
  const typed = unquoted(words);
  const wanted = foldName(typed);
  const found = targets.find(({ name, serviceId }) => foldName(name) === wanted || serviceId === wanted);
  if (found) return found;
  throw notFound({
    typed,
    names: targets.map(({ name }) => name),
    message: texts.unknownTarget(calledName(typed)),
    advice: texts.howToAdd,
  });
}

/** True for the same service, or the same stand-alone server. */
export function isSameTarget(one: ObservabilityTarget, other: ObservabilityTarget): boolean {
  return one.connection === other.connection && one.serviceId === other.serviceId;
}

/** A target as buttons and options name it, whatever people call it: a service's id, at most 75 characters. */
export function wordOfTarget({ serviceId, connection }: ObservabilityTarget): string {
  return serviceId ?? connection;
}

/**
 * The target that words name; without words, the only one. Undefined if there are several. Fails as `missing` for an
 * unknown one, and if there is none at all.
 */
export async function targetIn(words: string, context: Context): Promise<NamedTarget | undefined> {
  if (words.trim() !== "") return findTarget(words, context);
  const [first, ...others] = await someTargets(context);
  return others.length === 0 ? first : undefined;
}

async function someTargets(context: Context): Promise<NamedTarget[]> {
  const targets = await allTargets(context);
  if (targets.length > 0) return targets;
  throw new AppError("missing", texts.noTargets);
}

/** Asks for the target of a call with these arguments. The choice runs it with the target. */
export async function chooseTargetReply(
  of: Pick<Call, "name" | "line">,
  args: EntryArguments,
  context: Context,
): Promise<Reply> {
  const targets = await someTargets(context);
  const question = texts.whichTarget;
  const most = limits.select.options;
  const hint = texts.orTypeName(of.line(args), targets.length > most ? [most, targets.length] : undefined);
  const command: AskedByChoice = { call: of.name, args, choice: "service" };
  const options = targets.map(optionOf);
  const select = commandSelect({ placeholder: texts.chooseTarget, command, options });
  return reply([question, hint, ...targets.map(({ name }) => `• ${code(name)}`)].join("\n"), [
    section(question),
    // The words to look for may be too long for it.
    ...(fitsChoice(command) ? [actions([select])] : []),
    smallPrint(hint),
  ]);
}

function optionOf(target: NamedTarget) {
  const value = wordOfTarget(target);
  return { text: shownName(target.name, value), value };
}

const targetKind: ArgumentKind = { ...nameKind("service"), slot: ["service", "connection"] };

/** A target as an argument. Several words before a name may come to it, so it is longer than a name. */
export const target = argument(targetKind, textOf(lineOf("the name or id of a service", 300))).describe(
  "The service, or the stand-alone server's connection. Needed if there are several",
);

/** The arguments of a call about a target. */
type TargetArguments = z.ZodObject<{ service: z.ZodOptional<typeof target> }>;

interface TargetDeclaration<Args extends TargetArguments> extends Omit<
  Declaration<Args, ObservabilityContext>,
  "confirm" | "run"
> {
  /** Finds the target in the words of other arguments, if it was typed there. Fails as user. */
  complete?(
    this: void,
    wanted: z.output<Args>,
    context: ObservabilityContext,
  ): Promise<z.output<Args>> | z.output<Args>;
  run(
    this: void,
    wanted: z.output<Args>,
    target: NamedTarget,
    context: ObservabilityContext,
    asker: Asker,
  ): Promise<Answer> | Answer;
}

/** Declares a call about a target. If its `service` names none and there are several, it asks which one. */
export function callOnTarget<Args extends TargetArguments>({
  complete = (wanted) => wanted,
  run,
  ...facts
}: TargetDeclaration<Args>): Call<ObservabilityContext> {
  const declared: Call<ObservabilityContext> = call({
    ...facts,
    async run(typed: z.output<Args>, context: ObservabilityContext, asker) {
      const first = await nothingConnectedReply(context);
      if (first) return withoutData(first);
      const wanted = await complete(typed, context);
      const found = await targetIn(wanted.service ?? "", context);
      if (found) return run(wanted, found, context, asker);
      const { service: _, ...args } = wanted;
      return withoutData(await chooseTargetReply(declared, args, context));
    },
  });
  return declared;
}

/** A number of an item may be a target's name instead, if nothing else was typed. */
export async function orNumber<Wanted extends { from?: number | undefined; service?: string | undefined }>(
  wanted: Wanted,
  context: Context,
): Promise<Wanted> {
  const { from, service } = wanted;
  if (from === undefined || service !== undefined) return wanted;
  const targets = await allTargets(context);
  const isTarget = targets.some(({ name }) => name === String(from));
  return isTarget ? { ...wanted, from: undefined, service: String(from) } : wanted;
}

/** Splits words from the name of a target at their end. It is undefined if there is none. */
export async function targetAtEnd(
  typed: string,
  context: Context,
): Promise<{ words: string; service: string | undefined }> {
  const words = typed.split(/\s+/).filter((word) => word !== "");
  const targets = await allTargets(context);
  const known = new Set(targets.flatMap(({ name, serviceId = name }) => [foldName(name), serviceId]));
  for (let count = 1; count < words.length; count += 1) {
    const service = words.slice(count).join(" ");
    if (known.has(foldName(service))) return { words: words.slice(0, count).join(" "), service };
  }
  return { words: words.join(" "), service: undefined };
}

// Beside a page of open alerts, a message can still hold this many characters of options.
const mostInSelect = 900;

/** The way from the open alerts to the defined ones: a button for the wanted or only target, a select of several. */
export async function waysToTargets(context: Context, wanted?: NamedTarget): Promise<KnownBlock[]> {
  const targets = wanted ? [wanted] : await allTargets(context);
  const options = optionsThatFit(targets.map(optionOf), mostInSelect);
  const [only, ...others] = options;
  if (!only) return [];
  if (others.length === 0 && targets.length === 1)
    return [
      actions([
        commandButton(texts.rulesOf(only.text), { call: "alert_rules_list", args: { service: only.value } }),
      ]),
    ];
  const command = { call: "alert_rules_list", args: {}, choice: "service" };
  return [actions([commandSelect({ placeholder: texts.ofService, command, options })])];
}

/** A call on a target. */
export function askedOn(on: ObservabilityTarget, { call: name, args }: Asked): Asked {
  return { call: name, args: { ...args, service: wordOfTarget(on) } };
}

/** A button that runs a call on a target. */
export function targetButton(on: ObservabilityTarget, text: string, asked: Asked): Button {
  return commandButton(text, askedOn(on, asked));
}

/** The console of a target; undefined if its address is unknown. */
export async function consoleOfTarget(
  { connection, serviceId }: ObservabilityTarget,
  { connections }: Pick<ObservabilityContext, "connections">,
): Promise<ObservabilityConsole | undefined> {
  return consoleThrough(await connections.find(connection), serviceId);
}

/** The page of a console behind a link, and its target. */
interface LinkedPage {
  target: NamedTarget;
  page: ConsolePage;
}

/**
 * The page behind a link, for each of the workspace's targets that it may belong to: several services may share a
 * console. Empty for a link to anywhere else.
 */
export async function readLink(
  address: string,
  context: Pick<ObservabilityContext, "connections" | "services">,
): Promise<LinkedPage[]> {
  const [targets, connections] = await Promise.all([allTargets(context), context.connections.list()]);
  const byName = new Map(connections.map((connection) => [connection.name, connection]));
  return targets.flatMap((target) => {
    const connection = byName.get(target.connection);
    const page = connection && consoleThrough(connection, target.serviceId)?.read(address);
    return page ? [{ target, page }] : [];
  });
}

function consoleThrough(connection: Connection, serviceId?: string): ObservabilityConsole | undefined {
  const { consoleObservabilityUrl } = connection;
  const address =
    consoleObservabilityUrl ?? (connection.kind === "standalone" ? connection.appUrl : undefined);
  if (address === undefined) return undefined;
  return observabilityConsole(address.replaceAll("{serviceId}", encodeURIComponent(serviceId ?? "")));
}
