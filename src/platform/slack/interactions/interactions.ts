import type { App } from "@slack/bolt";
import type { z } from "zod";
import { withAudit } from "../../audit/recorder.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { Action, Interaction } from "../../forms/interaction.ts";
import { InteractionBody, nameOf, workspaceIdOf } from "../bodies.ts";
import type { Dispatching } from "./commands.ts";
import { opening, sayInstead } from "./opening.ts";
import { type Say, responding, saidAlone } from "./respond.ts";
import { actionOfInteraction } from "../../audit/phrases.ts";
import { failureReply } from "../failure.ts";

/** Listens to buttons with actions of their own. One listener, because Bolt asks each about every request. */
export function listenToActions(bolt: App, dispatching: Dispatching): void {
  const byId = new Map(dispatching.interactions.map((action) => [action.actionId, action]));
  // The ids have letters, colons and dashes only, so they need no escaping.
  const anyOfThem = new RegExp(`^(?:${[...byId.keys()].join("|")})$`);
  bolt.action(anyOfThem, async ({ body, ack, respond }) => {
    await ack();
    const read = InteractionBody.parse(body);
    const action = byId.get(read.actions[0].action_id);
    if (!action) return;
    const { interaction, workspaceId } = interactionOf(read);
    const context = dispatching.contextOf(workspaceId);
    const { messenger } = context;
    // A modal and App Home have no channel, so the reply goes to direct messages.
    const say: Say = interaction.channelId
      ? responding(respond, saidAlone({ messenger, ...interaction }, dispatching.log))[
          action.replaces ? "inMessage" : "newMessage"
        ]
      : (reply) => messenger.post(interaction.userId, reply);
    await runAction(action, interaction, say, context, dispatching);
  });
}

async function runAction(
  action: Action,
  interaction: Interaction,
  say: Say,
  usual: WorkspaceContext,
  { rateLimits, subjectsOf, inFlight }: Dispatching,
): Promise<void> {
  const started = action.opens?.(interaction)
    ? opening(interaction.triggerId, usual, interaction.viewId !== undefined)
    : undefined;
  await inFlight.track(async () => {
    const answer = await answerTo(action, interaction, { rateLimits, subjectsOf }, started?.context ?? usual);
    await sayInstead(started, answer, say);
  });
}

async function answerTo(
  action: Action,
  interaction: Interaction,
  { rateLimits, subjectsOf }: Pick<Dispatching, "rateLimits" | "subjectsOf">,
  context: WorkspaceContext,
) {
  try {
    await rateLimits.take(
      { workspaceId: context.workspaceId, userId: interaction.userId },
      action.isQuick ? "quick" : "usual",
    );
    const channelId = (await action.askedIn?.(interaction, context)) ?? interaction.channelId;
    const doing = { ...interaction, channelId, action: actionOfInteraction(action.actionId) };
    return await withAudit(doing, context, subjectsOf, async (recorded) => {
      await recorded.access.demand({ userId: interaction.userId, channelId }, action.access);
      return action.run(interaction, recorded);
    });
  } catch (error) {
    return failureReply(error, context);
  }
}

function interactionOf(body: z.infer<typeof InteractionBody>) {
  const { user, channel, message, view, trigger_id, actions } = body;
  const messageRef = channel && message ? { channelId: channel.id, ts: message.ts } : undefined;
  const interaction: Interaction = {
    value: actions[0].selected_option?.value ?? actions[0].value ?? "",
    userId: user.id,
    userName: nameOf(user),
    triggerId: trigger_id,
    ...(channel ? { channelId: channel.id } : {}),
    ...(view?.type === "modal" ? { viewId: view.id } : {}),
    ...(messageRef ? { message: messageRef } : {}),
  };
  return { interaction, workspaceId: workspaceIdOf(body) };
}
