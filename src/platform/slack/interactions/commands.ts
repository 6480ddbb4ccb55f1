import type { ListenerDeps, InFlight } from "./deps.ts";
import { extended } from "../../../lib/cache.ts";
import type { App } from "@slack/bolt";
import type { z } from "zod";
import { outcomeOf } from "../../../lib/metrics/slack.ts";
import {
  commandActions,
  commandOf,
  isAskedButton,
  isSureButton,
  isPageButton,
  originOfBlock,
} from "../../blocks/command-button.ts";
import { type Reply, below, say } from "../../blocks/reply.ts";
import { keepCommand, keepShown } from "../../ask/talk.ts";
import { learnNames, namesInTokens } from "../../ask/names.ts";
import { type TypedReading, isPlainCommand, readTyped } from "../../ask/typed.ts";
import { AppError } from "../../../lib/errors.ts";
import { type Invocation, perform } from "../../commands/perform.ts";
import type { CommandReading, Reading, Replied } from "../../commands/read.ts";
import type { Responder } from "../../commands/found.ts";
import { recorder } from "../../audit/recorder.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { Asker } from "../../access/asker.ts";
import { refreshingPane } from "./objects.ts";
import { openForm } from "../../forms/open.ts";
import { type Press, whileKept } from "../../jobs/presses.ts";
import { holdsSecret } from "../../../lib/secrets-in-text.ts";
import { CommandBody, InteractionBody, nameOf, workspaceIdOf } from "../bodies.ts";
import { type ResponderSetup, answeringTo } from "./answering.ts";
import type { Opening } from "./opening.ts";
import { originOf, placeOf } from "./place.ts";
import { redrawBelow, startedWindow } from "./windows.ts";
import { type CommandResponder, ephemeral, pacedProgress } from "./respond.ts";
import { failureReply } from "../failure.ts";
import { typedWords } from "./typed-text.ts";

/** Listens to `/db`. A reply that needs no work is in the acknowledgement, any other after it. */
export function listenToCommands(bolt: App, deps: ListenerDeps): void {
  bolt.command("/db", async ({ body, ack, respond }) => {
    const command = CommandBody.parse(body);
    const { text, user_id: userId, user_name: userName, channel_id: channelId, trigger_id } = command;
    const typed = typedWords(text, { userId, userName, channelId });
    const quick = deps.readCommand(typed.line);
    const isCommand = isPlainCommand(typed.line, quick);
    if (isCommand && "reply" in quick) return ack(ephemeral(quick.reply));
    const place = placeOf({ channel: { id: channelId } });
    const asker: Asker = { workspaceId: workspaceIdOf(command), userId, userName, channelId, place };
    const press = isCommand ? pressOf(quick, asker) : undefined;
    await whileKept(press, deps.presses, ack, answerTyped);

    async function answerTyped(): Promise<void> {
      const context = deps.contextOf(asker.workspaceId);
      void deps.inFlight.track(() => learnNames(namesInTokens(text), context));
      const first: TypedReading = isCommand ? quick : await readTyped(typed, context, deps);
      const answering = answeringWith(first, "command", context);
      const { byModel } = first;
      const reading = byModel ? await withProgressNote(byModel(), answering.responder, deps) : first;
      await answerReading(reading, answering, context);
      // A message of its own, because an answer to a command replaces the one before.
      for (let { next } = reading; next; { next } = next)
        await answerReading(next, answeringWith(next, "button", context), context);
    }

    function answeringWith(reading: Reading, by: "command" | "button", context: WorkspaceContext) {
      return answeringTo(
        { trigger_id, channel: { id: channelId } },
        reading,
        { asker, respond, by },
        context,
      );
    }

    async function answerReading(
      reading: Reading,
      answering: ResponderSetup,
      context: WorkspaceContext,
    ): Promise<void> {
      if ("reply" in reading) {
        const reply = await allowed(reading, asker, context, deps);
        await answering.responder.answer(reply);
        return deps.log.debug({ workspaceId: asker.workspaceId }, "question answered");
      }
      const door = reading.said ? "ask" : "command";
      const invocation = { asker, kind: "usual", door, mayConfirm: isOwnLine(reading) } as const;
      await runCommand(reading, invocation, answering, context, deps);
    }
  });
}

/** What to keep of a command before it is acknowledged. Undefined for one that changes nothing by itself. */
function pressOf(reading: Reading, { workspaceId, userId, channelId }: Asker): Press | undefined {
  if (!("run" in reading) || reading.entry.effect === "read" || reading.entry.opens) return undefined;
  // The confirmation belongs to the press. Whoever asks again is asked again.
  const line = reading.line.replace(/\s+yes$/i, "");
  const press = { workspaceId, userId, channelId, what: reading.entry.title };
  return holdsSecret(line) ? press : { ...press, line };
}

/** True for a line that is run as it was typed, so a confirmation in it is the person's. */
export function isOwnLine({ isGuess, said }: CommandReading): boolean {
  return !isGuess && said === undefined;
}

/** Waits for a reading, and says so after a moment if the answer can replace that. */
export async function withProgressNote<T>(
  work: Promise<T>,
  { progress, pace }: Pick<CommandResponder, "progress" | "pace">,
  { log }: Pick<ListenerDeps, "log">,
): Promise<T> {
  const paced = pacedProgress(
    progress,
    { ...pace, most: Math.min(pace.most, 1), firstAfterMs: 0 },
    Date.now,
    (err) => log.info({ err }, "couldn't show progress"),
  );
  const timer = setTimeout(() => void paced.progress(say("Reading your question…")), pace.firstAfterMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    await paced.end();
  }
}

/** The reply, or that the person asks too often. What they tried is in the audit log. */
export async function allowed(
  { reply, isAttempt }: Replied,
  asker: Asker,
  context: WorkspaceContext,
  { rateLimits }: Pick<ListenerDeps, "rateLimits">,
): Promise<Reply> {
  try {
    await rateLimits.take(asker, "usual");
    if (isAttempt)
      await recorder({ ...asker, action: "app.instruct", door: "ask" }, context).notDone({
        result: "refused",
      });
    return reply;
  } catch (error) {
    return failureReply(error, context);
  }
}

/** Listens to buttons and selects that run a command. */
export function listenToCommandButtons(bolt: App, deps: ListenerDeps): void {
  bolt.action(commandActions, async ({ body, ack, respond }) => {
    const click = await readClick(body, ack);
    const { channelId, threadTs } = originOf(click);
    const [action] = click.actions;
    const origin = originOfBlock(action.block_id);
    const asker: Asker = {
      workspaceId: workspaceIdOf(click),
      userId: click.user.id,
      userName: nameOf(click.user),
      channelId,
      place: placeOf(click),
      ...(origin !== undefined && { origin }),
    };
    const reading = deps.readCommand(commandOf(action));
    await whileKept(pressOf(reading, asker), deps.presses, ack, answerClick);

    async function answerClick(): Promise<void> {
      const context = deps.contextOf(asker.workspaceId);
      const by = isPageButton(action.action_id) ? "page" : "button";
      const answering = answeringTo(click, reading, { asker, respond, by }, context);
      if ("reply" in reading) return void (await answering.responder.failure(reading.reply));
      // People click through pages quickly.
      const kind = by === "page" ? "quick" : "usual";
      const door = isAskedButton(action.action_id) ? "ask" : "command";
      const run = async () => {
        const mayConfirm = isSureButton(action.action_id);
        await runCommand(reading, { asker, kind, door, threadTs, mayConfirm }, answering, context, deps);
        return { usedTrigger: answering.started !== undefined };
      };
      await refreshingPane(click, run, context, deps);
      if (reading.entry.effect !== "read") await redrawBelow(click, answering.started, asker, context, deps);
    }
  });
}

/** A click that can be read. Any other is acknowledged, and fails. */
export async function readClick(body: unknown, acknowledge: () => Promise<unknown>): Promise<Click> {
  const read = InteractionBody.safeParse(body);
  if (read.success) return read.data;
  await acknowledge();
  throw read.error;
}

type Click = z.output<typeof InteractionBody>;

/** The reply, the view of a window, or the reason for none. Nothing if a form opened. */
async function answerOf(
  reading: CommandReading,
  invocation: Invocation,
  started: Opening | undefined,
  context: WorkspaceContext,
  progress: Responder,
  deps: Pick<ListenerDeps, "rateLimits" | "subjectsOf" | "readCommand" | "metrics">,
): Promise<{ answer?: Reply; failure?: Reply }> {
  const { asker } = invocation;
  const { metrics } = deps;
  const { origin } = asker;
  const noting = origin === undefined ? {} : context.queuesFor(origin);
  try {
    const found = await perform(reading, invocation, extended(context, noting), progress, deps);
    const answer = "draw" in found ? await found.draw() : found;
    if ("blocks" in answer) {
      if (origin !== undefined && !answer.isRefusal) await context.startedWork.wasDone(origin);
      const note = await context.managedPlaces.noteFor({ list: reading.entry.name });
      metrics?.command(reading.name, "ok");
      return { answer: note === undefined ? answer : below(note, answer) };
    }
    if (!started) throw new AppError("bug", `${reading.name} opens a modal without saying so`);
    if ("shows" in answer) await started.show(await startedWindow(answer, asker, context, deps));
    else {
      const { opens, given } = answer;
      await openForm(opens, given, asker, started.triggerId, started.context, reading.leftOut);
    }
    metrics?.command(reading.name, "ok");
    return {};
  } catch (error) {
    metrics?.command(reading.name, outcomeOf(error));
    return { failure: failureReply(error, context) };
  }
}

/** Runs a command and answers. */
export async function runCommand(
  reading: CommandReading,
  invocation: Invocation,
  { started, responder }: ResponderSetup,
  usual: WorkspaceContext,
  deps: ListenerDeps,
): Promise<void> {
  const { log } = deps;
  const { asker, threadTs } = invocation;
  const context = started?.context ?? usual;
  context.tracing.note({ "qm.workspace": context.workspaceId, "qm.command": reading.name });
  const progress = pacedProgress(responder.progress, responder.pace, Date.now, (err) =>
    log.info({ err }, "couldn't show progress"),
  );
  // A sentence was kept when it was read.
  const kept = reading.said ? undefined : keepCommand(reading, { ...asker, threadTs }, usual);
  const { answer, failure } = await answerOf(reading, invocation, started, context, progress, deps);
  await kept;
  await progress.end();
  // A failure replaces the progress. An older page stays.
  const show = answer || progress.anything() ? responder.answer : responder.failure;
  const said = answer ?? failure;
  if (said) await context.tracing.span("slack.reply", {}, () => show(said));
  if (answer) await keepShown(answer, { ...asker, threadTs }, usual, deps.readCommand);
  log.debug({ command: reading.name, workspaceId: usual.workspaceId }, "command answered");
}

/**
 * Reads a person's role in advance, so it is known for what they do in the next minute. A failure is ignored,
 * because it is read again when it is needed.
 */
export function readRoleAhead(userId: string, { access, log }: WorkspaceContext, inFlight: InFlight): void {
  void inFlight.track(async () => {
    try {
      await access.effectiveRoleOf({ userId });
    } catch (err) {
      log.info({ err }, "couldn't read a person's role ahead");
    }
  });
}
