import type { App } from "@slack/bolt";
import { onRecord } from "../../audit/on-record.ts";
import type { Act, Press } from "../../forms/interaction.ts";
import { PressBody, nameOf, workspaceIdOf } from "../bodies.ts";
import type { Dispatching } from "./commands.ts";
import { opening, sayInstead } from "./opening.ts";
import { type Say, responding, saidAlone } from "./respond.ts";
import { actionOfPress } from "../../audit/sayings.ts";
import { failureReply } from "../failure.ts";

/** Listens to the buttons that do something of their own; with one listener, since Bolt asks each about every request. */
export function listenToActs(bolt: App, dispatching: Dispatching): void {
  const byId = new Map(dispatching.interactions.map((act) => [act.actionId, act]));
  // Their ids are of letters, colons and dashes, which mean nothing there.
  const anyOfThem = new RegExp(`^(?:${[...byId.keys()].join("|")})$`);
  bolt.action(anyOfThem, async ({ body, ack, respond }) => {
    await ack();
    const read = PressBody.parse(body);
    const act = byId.get(read.actions[0].action_id);
    if (!act) return;
    const { press, workspaceId } = pressOf(read);
    const { messenger } = dispatching.contextOf(workspaceId);
    // A modal has nowhere to answer in, nor has App Home: there the answer goes to the person's direct messages.
    const say: Say = press.channelId
      ? responding(respond, saidAlone({ messenger, ...press }, dispatching.log))[
          act.replaces ? "inPlace" : "newMessage"
        ]
      : (reply) => messenger.post(press.userId, reply);
    await doAct(act, press, say, workspaceId, dispatching);
  });
}

async function doAct(
  act: Act,
  press: Press,
  say: Say,
  workspaceId: string,
  { contextOf, rateLimits, audited, inFlight }: Dispatching,
): Promise<void> {
  const usual = contextOf(workspaceId);
  const started = act.opens?.(press)
    ? opening(press.triggerId, usual, press.viewId !== undefined)
    : undefined;
  await inFlight.track(async () => {
    const answer = await answerTo(act, press, { rateLimits, audited }, started?.context ?? usual);
    await sayInstead(started, answer, say);
  });
}

async function answerTo(
  act: Act,
  press: Press,
  { rateLimits, audited }: Pick<Dispatching, "rateLimits" | "audited">,
  context: ReturnType<Dispatching["contextOf"]>,
) {
  try {
    await rateLimits.take(
      { workspaceId: context.workspaceId, userId: press.userId },
      act.isQuick ? "quick" : "usual",
    );
    const channelId = (await act.askedIn?.(press, context)) ?? press.channelId;
    const doing = { ...press, channelId, action: actionOfPress(act.actionId) };
    return await onRecord(doing, context, audited, async (recorded) => {
      await recorded.access.demand({ userId: press.userId, channelId }, act.access);
      return act.press(press, recorded);
    });
  } catch (error) {
    return failureReply(error, context);
  }
}

function pressOf(body: ReturnType<typeof PressBody.parse>): { press: Press; workspaceId: string } {
  const { user, channel, message, view, trigger_id, actions } = body;
  const place = channel && message ? { channelId: channel.id, ts: message.ts } : undefined;
  const press: Press = {
    value: actions[0].selected_option?.value ?? actions[0].value ?? "",
    userId: user.id,
    userName: nameOf(user),
    triggerId: trigger_id,
    ...(channel ? { channelId: channel.id } : {}),
    ...(view?.type === "modal" ? { viewId: view.id } : {}),
    ...(place ? { message: place } : {}),
  };
  return { press, workspaceId: workspaceIdOf(body) };
}
