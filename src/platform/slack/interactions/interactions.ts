import type { App, RespondFn } from "@slack/bolt";
import type { z } from "zod";
import { withAudit } from "../../audit/recorder.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { Action, Interaction } from "../../forms/interaction.ts";
import { type InteractionBody, nameOf, workspaceIdOf } from "../bodies.ts";
import { type Press, whileKept } from "../../jobs/presses.ts";
import { readClick } from "./commands.ts";
import type { ListenerDeps } from "./deps.ts";
import * as texts from "../texts.ts";
import { inLoadingView, isAnswer, responderInModal, responderInPage } from "./modal-answer.ts";
import { type Opening, loadingView, opening } from "./opening.ts";
import { originOf, placeOf } from "./place.ts";
import { type CommandResponder, respondingTo } from "./respond.ts";
import { redrawBelow, startedWindow } from "./windows.ts";
import { refreshingPane } from "./objects.ts";
import { actionOfInteraction } from "../../audit/phrases.ts";
import { failureReply } from "../failure.ts";
import { outcomeOf } from "../../../lib/metrics/slack.ts";

/** Listens to buttons with actions of their own. One listener, because Bolt asks each about every request. */
export function listenToActions(bolt: App, deps: ListenerDeps): void {
  const byId = new Map(deps.interactions.map((action) => [action.actionId, action]));
  // The ids have letters, colons and dashes only, so they need no escaping.
  const anyOfThem = new RegExp(`^(?:${[...byId.keys()].join("|")})$`);
  bolt.action(anyOfThem, async ({ body, ack, respond }) => {
    const read = await readClick(body, ack);
    const action = byId.get(read.actions[0].action_id);
    if (!action) return ack();
    const { interaction, workspaceId } = interactionOf(read);
    const press = action.opens?.(interaction) ? undefined : pressOf(action, interaction, workspaceId);
    await whileKept(press, deps.presses, ack, () => answerClick(action));

    async function answerClick(action: Action): Promise<void> {
      const context = deps.contextOf(workspaceId);
      const answering = answeringTo(action, interaction, read, respond, context);
      const run = async () => {
        await runAction(action, interaction, answering, context, deps);
        return { usedTrigger: answering.started !== undefined };
      };
      await refreshingPane(read, run, context, deps);
      if (action.access !== "viewer") await redrawBelow(read, answering.started, interaction, context, deps);
    }
  });
}

function pressOf({ actionId }: Action, { userId, channelId }: Interaction, workspaceId: string): Press {
  return { workspaceId, userId, channelId, what: texts.theButton(actionOfInteraction(actionId)) };
}

/** How one click is answered: with words, and with a modal if it opens one. */
interface ResponderSetup {
  responder: Pick<CommandResponder, "answer" | "failure">;
  started?: Opening;
}

// Most actions in a modal draw that modal again, or answer within this time.
const inPlaceMs = 1_500;

function answeringTo(
  action: Action,
  interaction: Interaction,
  click: z.infer<typeof InteractionBody>,
  respond: RespondFn,
  context: WorkspaceContext,
): ResponderSetup {
  const { triggerId, viewId, userId, channelId } = interaction;
  const { view } = click;
  const { messenger, now, log } = context;
  const origin = originOf(click);
  const frame = { title: texts.appName, ...origin };
  const opens = action.opens?.(interaction) ?? false;
  if (!view) {
    const asked = { messenger, userId, channelId, threadTs: origin.threadTs, now, log };
    const { inMessage, newMessage } = respondingTo(respond, asked);
    const answer = action.replaces ? inMessage : newMessage;
    const responder = { answer, failure: answer };
    if (!opens) return { responder };
    const started = opening(triggerId, context);
    return { started, responder: inLoadingView(started, responder, frame) };
  }
  const clicked = { asker: interaction, isChange: action.access !== "viewer" };
  if (action.replaces && isAnswer(view))
    return { responder: responderInPage(view.id, triggerId, frame, clicked, context) };
  const loading = opens ? {} : { loading: texts.working, afterMs: inPlaceMs };
  const started = opening(triggerId, context, { clickedViewId: viewId, ...loading });
  return { started, responder: responderInModal(started, frame, clicked, context) };
}

async function runAction(
  action: Action,
  interaction: Interaction,
  { responder, started }: ResponderSetup,
  usual: WorkspaceContext,
  deps: ListenerDeps,
): Promise<void> {
  const context = started?.context ?? usual;
  context.tracing.note({ "qm.workspace": context.workspaceId, "qm.interaction": action.actionId });
  let answer;
  try {
    answer = await answerTo(action, interaction, deps, context);
    if (answer && "shows" in answer) {
      const view = await startedWindow(answer, interaction, context, deps);
      await (started ? started.show(view) : context.messenger.openModal(interaction.triggerId, view));
    }
    deps.metrics?.interaction("click", "ok");
    if (answer && "shows" in answer) return;
  } catch (error) {
    deps.metrics?.interaction("click", outcomeOf(error));
    return void (await responder.failure(failureReply(error, context)));
  }
  if (answer) await responder.answer(answer);
  else await started?.end(loadingView(texts.done));
}

async function answerTo(
  action: Action,
  interaction: Interaction,
  { rateLimits, subjectsOf }: Pick<ListenerDeps, "rateLimits" | "subjectsOf">,
  context: WorkspaceContext,
) {
  const { userId } = interaction;
  await rateLimits.take({ workspaceId: context.workspaceId, userId }, action.isQuick ? "quick" : "usual");
  const channelId = (await action.askedIn?.(interaction, context)) ?? interaction.channelId;
  const doing = { ...interaction, channelId, action: actionOfInteraction(action.actionId) };
  return withAudit(doing, context, subjectsOf, async (recorded) => {
    await recorded.access.demand({ userId, channelId }, action.access);
    return action.run(interaction, recorded);
  });
}

function interactionOf(body: z.infer<typeof InteractionBody>) {
  const { user, channel, message, view, trigger_id, actions } = body;
  const { channelId } = originOf(body);
  const messageRef = channel && message ? { channelId: channel.id, ts: message.ts } : undefined;
  const interaction: Interaction = {
    value: actions[0].selected_option?.value ?? actions[0].selected_user ?? actions[0].value ?? "",
    userId: user.id,
    userName: nameOf(user),
    triggerId: trigger_id,
    place: placeOf(body),
    ...(channelId === undefined ? {} : { channelId }),
    ...(view?.type === "modal" ? { viewId: view.id } : {}),
    ...(actions[0].block_id === undefined ? {} : { blockId: actions[0].block_id }),
    ...(messageRef ? { message: messageRef } : {}),
  };
  return { interaction, workspaceId: workspaceIdOf(body) };
}
