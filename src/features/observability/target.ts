import { nothingConnectedReply } from "../connections/index.ts";
import { z } from "zod";
import type { Button, KnownBlock } from "@slack/types";
import type { ObservabilityContext } from "./context.ts";
import { AppError } from "../../lib/errors.ts";
import { calledName, unquoted } from "../../lib/names.ts";
import { notFound } from "../../platform/commands/near.ts";
import { foldName } from "../../lib/text.ts";
import { actions } from "../../platform/blocks/button.ts";
import { commandButton, commandSelect } from "../../platform/blocks/command-button.ts";
import { code } from "../../platform/blocks/escape.ts";
import { limits } from "../../platform/blocks/limits.ts";
import { type Reply, reply } from "../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../platform/blocks/text.ts";
import type { Answer } from "../../platform/commands/command.ts";
import { withoutData } from "../../platform/commands/found.ts";
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

/** Asks for the target of `/db <command>`. The choice runs the command with the target at its end. */
export async function chooseTargetReply(command: string, context: Context): Promise<Reply> {
  const targets = await someTargets(context);
  const question = texts.whichTarget;
  const most = limits.select.options;
  const hint = texts.orTypeName(command, targets.length > most ? [most, targets.length] : undefined);
  return reply([question, hint, ...targets.map(({ name }) => `• ${code(name)}`)].join("\n"), [
    section(question),
    actions([commandSelect({ placeholder: texts.chooseTarget, command, options: targets.map(optionOf) })]),
    smallPrint(hint),
  ]);
}

function optionOf(target: NamedTarget) {
  const value = wordOfTarget(target);
  return { text: shownName(target.name, value), value };
}

/** Answers for the target that words name. If they name none and there are several, asks which one. */
export async function onTarget(
  command: string,
  words: string,
  context: Context,
  work: (target: NamedTarget) => Promise<Answer> | Answer,
): Promise<Answer> {
  const first = await nothingConnectedReply(context);
  if (first) return withoutData(first);
  const target = await targetIn(words, context);
  return target ? work(target) : withoutData(await chooseTargetReply(command, context));
}

/** A number before everything else, 1 if there is none. A target's whole name may be a number too. */
export async function numbered(words: string, context: Context): Promise<{ number: number; rest: string }> {
  const [, number, rest = ""] = /^([1-9]\d{0,5})(?:\s+([\s\S]*))?$/.exec(words.trim()) ?? [];
  if (number === undefined) return { number: 1, rest: words };
  const isTarget = rest === "" && (await allTargets(context)).some(({ name }) => name === number);
  return isTarget ? { number: 1, rest: words } : { number: Number(number), rest };
}

// Beside a page of open alerts, a message can still hold this many characters of options.
const mostInSelect = 900;

/** The way from the open alerts to the defined ones: a button for the only target, a select of several. */
export async function waysToTargets(context: Context): Promise<KnownBlock[]> {
  const targets = await allTargets(context);
  const options = optionsThatFit(targets.map(optionOf), mostInSelect);
  const [only, ...others] = options;
  if (!only) return [];
  if (others.length === 0 && targets.length === 1)
    return [actions([commandButton(texts.rulesOf(only.text), `alerts list ${only.value}`)])];
  return [actions([commandSelect({ placeholder: texts.ofService, command: "alerts list", options })])];
}

/** A button that runs a command on a target. */
export function targetButton(target: ObservabilityTarget, text: string, command: string): Button {
  return commandButton(text, `${command} ${wordOfTarget(target)}`);
}
