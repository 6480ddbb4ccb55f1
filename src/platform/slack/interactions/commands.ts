import type { App } from "@slack/bolt";
import type { Logger } from "pino";
import { type SubjectsOf, withAudit } from "../../audit/recorder.ts";
import { commandActions, commandOf, isPageButton } from "../../blocks/command-button.ts";
import type { Reply } from "../../blocks/reply.ts";
import type { ReadCommandLine, Reading } from "../../commands/read.ts";
import type { Responder } from "../../commands/command.ts";
import type { Asker, ContextOf, WorkspaceContext } from "../../context.ts";
import type { Form } from "../../forms/form.ts";
import type { Action } from "../../forms/interaction.ts";
import type { HomeParts } from "../home.ts";
import type { LinkCards } from "./links.ts";
import type { WorkflowStep } from "./workflow-steps.ts";
import { openForm } from "../../forms/open.ts";
import type { RateLimitKind, RateLimits } from "../../redis/rate-limits.ts";
import { ClickBody, CommandBody, nameOf, workspaceIdOf } from "../bodies.ts";
import { opening, sayInstead } from "./opening.ts";
import { ephemeral } from "./respond.ts";
import { actionOfCommand } from "../../audit/phrases.ts";
import { failureReply } from "../failure.ts";
import type { InFlight } from "../app.ts";
import {
  type CommandResponder,
  pacedProgress,
  responderInMessages,
  responderInMessage,
  responderOf,
} from "./responder.ts";

// https://docs.slack.dev/interactivity/implementing-slash-commands#escaping: channels, people and links are tokens.
const link = /<((?:https?|mailto|tel):[^|>]*)(?:\|([^>]*))?>/g;
// Only these commands are about people. In others an @ is part of a name.
const aboutPeople = /^\s*(?:exactly\s+)?(?:admin\s+)?(?:access|approvals|audit)\b/i;
const mention = /<(?:@[UW][A-Z0-9]+\|([^>]+)|!(channel|here|everyone))>/g;
const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/**
 * A command's text as typed. Channels and user groups stay as Slack's tokens, and so do people in commands about
 * people.
 */
export function typedText(text: string): string {
  return text
    .replace(link, (_, address: string, shown?: string) => shown ?? address)
    .replace(mention, (token, ...[user, special]: (string | undefined)[]) =>
      user !== undefined && aboutPeople.test(text) ? token : `@${user ?? special}`,
    )
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}

/** The parts that the listeners need. */
export interface Dispatching {
  readCommand: ReadCommandLine;
  forms: readonly Form[];
  interactions: readonly Action[];
  links: readonly LinkCards[];
  steps: readonly WorkflowStep[];
  subjectsOf: SubjectsOf;
  home: HomeParts["home"];
  contextOf: ContextOf;
  rateLimits: RateLimits;
  inFlight: InFlight;
  log: Logger;
}

/** Listens to `/db`. A reply that needs no work is in the acknowledgement, any other after it. */
export function listenToCommands(bolt: App, dispatching: Dispatching): void {
  bolt.command("/db", async ({ body, ack, respond }) => {
    const command = CommandBody.parse(body);
    const { text, user_id: userId, user_name: userName, channel_id: channelId, trigger_id } = command;
    const reading = dispatching.readCommand(typedText(text));
    if ("reply" in reading) return ack(ephemeral(reading.reply));
    await ack();
    const asker = { workspaceId: workspaceIdOf(command), userId, userName, channelId };
    const context = dispatching.contextOf(asker.workspaceId);
    const { messenger } = context;
    const responder = responderOf(respond, { messenger, log: dispatching.log, ...asker });
    const invocation: Invocation = { asker, triggerId: trigger_id, kind: "usual" };
    await runCommand(reading, invocation, responder, context, dispatching);
  });
}

/** Listens to buttons and selects that run a command. */
export function listenToCommandButtons(bolt: App, dispatching: Dispatching): void {
  bolt.action(commandActions, async ({ body, ack, respond }) => {
    await ack();
    const click = ClickBody.parse(body);
    const asker = {
      workspaceId: workspaceIdOf(click),
      userId: click.user.id,
      userName: nameOf(click.user),
      channelId: click.channel?.id,
    };
    const context = dispatching.contextOf(asker.workspaceId);
    const { messenger } = context;
    const [action] = click.actions;
    const reading = dispatching.readCommand(commandOf(action));
    const asked = { messenger, log: dispatching.log, ...asker };
    // App Home has no channel, so the reply goes to direct messages.
    const responder = !click.channel
      ? responderInMessages(asked)
      : isPageButton(action.action_id)
        ? responderInMessage(respond, asked)
        : responderOf(respond, asked);
    if ("reply" in reading) return void (await responder.failure(reading.reply));
    // People click through pages quickly.
    const kind = isPageButton(action.action_id) ? "quick" : "usual";
    const invocation: Invocation = { asker, triggerId: click.trigger_id, kind };
    await runCommand(reading, invocation, responder, context, dispatching);
  });
}

/** One invocation of a command, and its rate limit. */
interface Invocation {
  asker: Asker;
  triggerId: string;
  kind: RateLimitKind;
}

/** The reply, or the reason for none. Neither if a form opened. */
async function answerOf(
  reading: Extract<Reading, { run: unknown }>,
  { asker, triggerId, kind }: Invocation,
  { rateLimits, subjectsOf }: Pick<Dispatching, "rateLimits" | "subjectsOf">,
  context: WorkspaceContext,
  progress: Responder,
): Promise<{ answer?: Reply; failure?: Reply }> {
  try {
    await rateLimits.take(asker, kind);
    const { name, subcommand, about, needs } = reading;
    const doing = { ...asker, action: actionOfCommand(name, subcommand), about };
    const answer = await withAudit(doing, context, subjectsOf, async (recorded) => {
      await recorded.access.demand(asker, needs);
      return reading.run(recorded, asker, progress);
    });
    if (!("opens" in answer)) return { answer };
    await openForm(answer.opens, answer.given, asker, triggerId, context);
    return {};
  } catch (error) {
    return { failure: failureReply(error, context) };
  }
}

async function runCommand(
  reading: Extract<Reading, { run: unknown }>,
  invocation: Invocation,
  responder: CommandResponder,
  usual: WorkspaceContext,
  { rateLimits, subjectsOf, inFlight, log }: Dispatching,
): Promise<void> {
  const started = reading.opens ? opening(invocation.triggerId, usual, false) : undefined;
  const context = started?.context ?? usual;
  const progress = pacedProgress(responder.progress, responder.pace, Date.now, (err) =>
    log.info({ err }, "progress could not be shown"),
  );
  await inFlight.track(async () => {
    const limits = { rateLimits, subjectsOf };
    const { answer, failure } = await answerOf(reading, invocation, limits, context, progress);
    await progress.end();
    if (answer) {
      await started?.end("There is more to say than fits here. The answer is where you asked.");
      await responder.answer(answer);
    }
    // A failure replaces the progress. An older page stays.
    await sayInstead(started, failure, progress.anything() ? responder.answer : responder.failure);
  });
  log.debug({ command: reading.name, workspaceId: usual.workspaceId }, "command answered");
}

/**
 * Reads a person's role in advance, so that it is known for what they do in the next minute. A failure is ignored,
 * because it is read again when it is needed.
 */
export function readRoleAhead(userId: string, { access, log }: WorkspaceContext, inFlight: InFlight): void {
  void inFlight.track(async () => {
    try {
      await access.effectiveRoleOf({ userId });
    } catch (err) {
      log.info({ err }, "a person's role could not be read ahead");
    }
  });
}
