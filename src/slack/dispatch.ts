import type { App } from "@slack/bolt";
import type { Logger } from "pino";
import { commandActionPrefix, commandOf } from "../blocks/command-button.ts";
import type { Reply } from "../blocks/reply.ts";
import { type Reading, readCommand } from "../commands/read.ts";
import type { Runnable } from "../commands/command.ts";
import type { Asker, ContextOf, WorkspaceContext } from "../context.ts";
import { openForm } from "../forms/open.ts";
import { ClickBody, CommandBody, workspaceIdOf } from "./bodies.ts";
import { failureReply } from "./failure-reply.ts";
import type { InFlight } from "./in-flight.ts";
import { type Say, ephemeral, responding } from "./respond.ts";

/** What the listeners need. */
export interface Dispatching {
  contextOf: ContextOf;
  inFlight: InFlight;
  log: Logger;
}

/** Listens to `/db`: what needs no work is said in the acknowledgement, all else after it. */
export function listenToCommands(bolt: App, dispatching: Dispatching): void {
  bolt.command("/db", async ({ body, ack, respond }) => {
    const command = CommandBody.parse(body);
    const { text, user_id, channel_id, trigger_id } = command;
    const reading = readCommand(text);
    if ("reply" in reading) return ack(ephemeral(reading.reply));
    await ack();
    const asker = { workspaceId: workspaceIdOf(command), userId: user_id, channelId: channel_id };
    await runCommand(reading, asker, trigger_id, responding(respond), dispatching);
  });
}

/** Listens to buttons and selects that run a command. */
export function listenToCommandButtons(bolt: App, dispatching: Dispatching): void {
  bolt.action(new RegExp(`^${commandActionPrefix}`), async ({ body, ack, respond }) => {
    await ack();
    const click = ClickBody.parse(body);
    const asker = { workspaceId: workspaceIdOf(click), userId: click.user.id, channelId: click.channel?.id };
    const { messenger } = dispatching.contextOf(asker.workspaceId);
    // App Home has no channel to answer in, so the answer goes to the person's direct messages.
    const say: Say = click.channel ? responding(respond) : (reply) => messenger.post(asker.userId, reply);
    const reading = readCommand(commandOf(click.actions[0]));
    if ("reply" in reading) await say(reading.reply);
    else await runCommand(reading, asker, click.trigger_id, say, dispatching);
  });
}

/** What there is to say: the answer, or why there is none; nothing where a form was opened. */
async function answerOf(
  run: Runnable,
  asker: Asker,
  triggerId: string,
  context: WorkspaceContext,
): Promise<Reply | undefined> {
  try {
    const answer = await run(context, asker);
    if (!("opens" in answer)) return answer;
    await openForm(answer.opens, answer.given, asker, triggerId, context);
    return undefined;
  } catch (error) {
    return failureReply(error, context);
  }
}

async function runCommand(
  { name, run }: Extract<Reading, { run: unknown }>,
  asker: Asker,
  triggerId: string,
  say: Say,
  { contextOf, inFlight, log }: Dispatching,
): Promise<void> {
  const context = contextOf(asker.workspaceId);
  await inFlight.track(async () => {
    const reply = await answerOf(run, asker, triggerId, context);
    if (reply) await say(reply);
  });
  log.debug({ command: name, workspaceId: asker.workspaceId }, "command answered");
}
