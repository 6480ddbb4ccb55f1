import type { App } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { z } from "zod";
import { JsonText } from "../../../lib/json.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { modal } from "../../blocks/view-blocks.ts";
import { plainText } from "../../blocks/text.ts";
import { QuestionBody, ShortcutBody, nameOf, workspaceIdOf } from "../bodies.ts";
import * as texts from "../texts.ts";
import { type Question, answerQuestion, readQuestion } from "./ask.ts";
import type { ListenerDeps } from "./deps.ts";
import { typedText } from "./typed-text.ts";

/** The callback_id of the shortcut in a message's menu, and of its modal. */
export const askCallbackId = "ask";

/** A longer message is hardly a question. */
const longestQuestion = 300;

/** A question may be as long as this. */
const longestTyped = 1_000;

/** Where the question of a modal was asked. */
const AskedIn = z.object({ channelId: z.string(), threadTs: z.string().optional() });
type AskedIn = z.output<typeof AskedIn>;

/**
 * Listens to "Ask Quartermaster" in a message's menu. If the message is a question that the app can read, it is
 * answered. Otherwise a modal asks for one. The answer is in the message's thread.
 */
export function listenToShortcuts(bolt: App, deps: ListenerDeps): void {
  const { contextOf } = deps;
  bolt.shortcut({ type: "message_action", callback_id: askCallbackId }, async ({ body, ack }) => {
    await ack();
    const read = ShortcutBody.parse(body);
    const { message, channel } = read;
    const question = questionOf(read, { channelId: channel.id, threadTs: message.thread_ts }, message.text);
    const context = contextOf(question.asker.workspaceId);
    // An app asks nothing. The beginning of a long message may mean something else than the whole.
    const isQuestion = !message.bot_id && message.text.length <= longestQuestion;
    const reading = isQuestion ? await readQuestion(question, context, deps) : undefined;
    if (reading && "run" in reading) return answerQuestion(question, reading, context, deps);
    const view = askView(message.bot_id ? "" : message.text, question);
    await context.messenger.openModal(read.trigger_id, view);
  });
  bolt.view({ type: "view_submission", callback_id: askCallbackId }, async ({ body, ack }) => {
    await ack();
    const read = QuestionBody.parse(body);
    const { private_metadata: askedIn, state } = read.view;
    const question = questionOf(read, JsonText.pipe(AskedIn).parse(askedIn), typedIn(state.values));
    const context = contextOf(question.asker.workspaceId);
    await answerQuestion(question, await readQuestion(question, context, deps), context, deps);
  });
}

function questionOf(
  body: Pick<z.infer<typeof QuestionBody>, "user"> & Parameters<typeof workspaceIdOf>[0],
  { channelId, threadTs }: AskedIn,
  text: string,
): Question {
  const { user } = body;
  return {
    text,
    asker: {
      workspaceId: workspaceIdOf(body),
      userId: user.id,
      userName: nameOf(user),
      channelId,
      place: channelId.startsWith("D") ? "direct" : "channel",
    },
    threadTs,
    isQuoted: true,
  };
}

const field = { blockId: "question", actionId: "text" };

function typedIn(values: z.infer<typeof QuestionBody>["view"]["state"]["values"]): string {
  return values[field.blockId]?.[field.actionId]?.value ?? "";
}

/** A modal that asks for the question, with a first one to change. */
function askView(first: string, { asker, threadTs }: Question): ModalView {
  const initial = truncate(oneLine(typedText(first)), longestQuestion);
  const askedIn: AskedIn = { channelId: asker.channelId, threadTs };
  const { title, submit, close, label, placeholder, hint } = texts.askModal;
  return modal({
    callbackId: askCallbackId,
    title,
    submit,
    close,
    privateMetadata: JSON.stringify(askedIn),
    blocks: [
      {
        type: "input",
        block_id: field.blockId,
        label: plainText(label),
        hint: plainText(asker.place === "direct" ? hint.direct : hint[threadTs ? "thread" : "channel"]),
        element: {
          type: "plain_text_input",
          action_id: field.actionId,
          placeholder: plainText(placeholder),
          max_length: longestTyped,
          ...(initial === "" ? {} : { initial_value: initial }),
        },
      },
    ],
  });
}
