import type { ModalView } from "@slack/types";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { modal, viewBlocks } from "../../blocks/view-blocks.ts";
import type { Content, Reply } from "../../blocks/reply.ts";
import { section } from "../../blocks/text.ts";
import type { WorkspaceContext } from "../../context.ts";
import { sayAsWhole } from "../web-api/say.ts";
import { type Opening, isClosed, notOpened } from "./opening.ts";
import { type Origin, answerCallbackId } from "./place.ts";
import type { CommandResponder, Pace } from "./respond.ts";

/** An answer's modal: its title, and where the click came from. */
export interface AnswerFrame extends Origin {
  title: string;
}

/** A reply as a modal. */
export function answerView({ text, blocks, colored }: Reply, { title, ...origin }: AnswerFrame): ModalView {
  const all = [...blocks, ...(colored?.blocks ?? [])];
  return modal({
    callbackId: answerCallbackId,
    title,
    close: "Close",
    privateMetadata: JSON.stringify(origin),
    blocks: viewBlocks(all.length > 0 ? all : [section(text)]),
  });
}

/** Slack refused the content. Less of it may work. */
function refusedView(error: unknown): boolean {
  if (!isAppError(error, "bug")) return false;
  return /^(?:invalid_(?:arguments|blocks)|view_too_large)/.test(error.code ?? "");
}

/** Shows a reply in a modal with as many blocks as Slack takes. */
async function showAnswer<T>(
  reply: Reply,
  frame: AnswerFrame,
  show: (view: ModalView) => Promise<T>,
): Promise<T> {
  const whole = { ...reply, blocks: [...reply.blocks, ...(reply.colored?.blocks ?? [])] };
  const viewOf = ({ text, blocks = [] }: Content) => answerView({ text, blocks }, frame);
  return sayAsWhole(
    { text: whole.text, blocks: whole.blocks },
    (content) => show(viewOf(content)),
    refusedView,
  );
}

/** True for a modal that shows an answer. */
export function isAnswer(view: { callback_id?: string | undefined }): boolean {
  return view.callback_id === answerCallbackId;
}

/** Who clicked, and if the click changes something, which they must learn of. */
interface Clicked {
  asker: { userId: string; channelId?: string | undefined };
  isChange: boolean;
}

// https://docs.slack.dev/reference/methods/views.update: tier 4, and the whole workspace shares it
const modalPace: Pace = { most: Infinity, firstAfterMs: 1_000, leastGapMs: 3_000, slowDown: 1 };

/**
 * For a click in App Home or a modal: the answer opens in a modal, on top of the clicked one. If no modal can be shown,
 * it goes to direct messages, unless its person closed the modal and nothing was changed.
 */
export function responderInModal(
  started: Opening,
  frame: AnswerFrame,
  { asker, isChange }: Clicked,
  { messenger, log }: Pick<WorkspaceContext, "messenger" | "log">,
): CommandResponder {
  async function answer(reply: Reply): Promise<void> {
    try {
      // A picture may need a moment, and a trigger does not wait.
      if (reply.blocks.some(({ type }) => type === "image")) await started.load();
      await showAnswer(reply, frame, (view) => started.show(view));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (isClosed(error) && !isChange) return;
      log.info({ err: error }, "couldn't answer in a modal, so the answer went to direct messages");
      await messenger.post(asker.userId, reply);
    }
  }

  return {
    progress: (reply) => started.progress(answerView(reply, frame)),
    pace: modalPace,
    answer,
    failure: answer,
  };
}

/**
 * For a page button in an answer's modal: replies replace the page, which stays if there is none. The answer to a change
 * goes to direct messages if the modal was closed.
 */
export function responderInPage(
  viewId: string,
  triggerId: string,
  frame: AnswerFrame,
  { asker, isChange }: Clicked,
  { messenger }: Pick<WorkspaceContext, "messenger">,
): CommandResponder {
  const redraw = (reply: Reply) => showAnswer(reply, frame, (view) => messenger.updateModal(viewId, view));
  return {
    progress: redraw,
    pace: { ...modalPace, firstAfterMs: 2_000 },
    async answer(reply) {
      if ((await redraw(reply)) === "gone" && isChange) await messenger.post(asker.userId, reply);
    },
    failure: (reply) => showAnswer(reply, frame, (view) => messenger.pushModal(triggerId, view, viewId)),
  };
}

/** Shows replies in the loading view if there is one, and otherwise as this responder does. */
export function inLoadingView<Responder extends Pick<CommandResponder, "answer" | "failure">>(
  started: Opening,
  responder: Responder,
  frame: AnswerFrame,
): Responder {
  return {
    ...responder,
    async answer(reply: Reply) {
      if (!(await started.end(answerView(reply, frame)))) await responder.answer(reply);
    },
    async failure(reply: Reply) {
      if (!(await started.end(notOpened(reply)))) await responder.failure(reply);
    },
  };
}
