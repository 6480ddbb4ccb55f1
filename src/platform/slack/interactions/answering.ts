import type { RespondFn } from "@slack/bolt";
import type { z } from "zod";
import { capital } from "../../../lib/text.ts";
import type { Reading } from "../../commands/read.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { Asker } from "../../access/asker.ts";
import type { InteractionBody } from "../bodies.ts";
import * as texts from "../texts.ts";
import { inLoadingView, isAnswer, responderInModal, responderInPage } from "./modal-answer.ts";
import { type Opening, opening } from "./opening.ts";
import { originOf } from "./place.ts";
import { type CommandResponder, responderInMessage, responderOf, responderOfCommand } from "./respond.ts";

/** How one invocation of a command is answered: with words, and with a modal if it opens one. */
export interface ResponderSetup {
  responder: CommandResponder;
  started?: Opening | undefined;
}

const responders = { command: responderOfCommand, button: responderOf, page: responderInMessage };

type Click = Pick<z.infer<typeof InteractionBody>, "channel" | "container" | "view" | "trigger_id">;

/** How a slash command, or a click on a button that runs a command, is answered: where it was. */
export function answeringTo(
  click: Click,
  reading: Reading,
  { asker, respond, by }: { asker: Asker; respond: RespondFn; by: keyof typeof responders },
  context: WorkspaceContext,
): ResponderSetup {
  const { view, trigger_id: triggerId } = click;
  const { messenger, now, log } = context;
  const opens = "run" in reading && reading.entry.opens;
  const origin = originOf(click);
  const frame = { title: capital("name" in reading ? reading.name : "help"), ...origin };
  if (!view) {
    const responder = responders[by](respond, { messenger, now, log, threadTs: origin.threadTs, ...asker });
    if (!opens) return { responder };
    const started = opening(triggerId, context);
    return { started, responder: inLoadingView(started, responder, frame) };
  }
  const clicked = { asker, isChange: "run" in reading && reading.entry.effect !== "read" };
  // The answer to a confirmed question takes its place, so its button is gone.
  const isConfirmed = "line" in reading && /\syes$/i.test(reading.line);
  if (isAnswer(view) && (by === "page" || (isConfirmed && !opens)))
    return { responder: responderInPage(view.id, triggerId, frame, clicked, context) };
  const started = opening(triggerId, context, {
    clickedViewId: view.type === "modal" ? view.id : undefined,
    loading: opens ? texts.opening : texts.working,
  });
  return { started, responder: responderInModal(started, frame, clicked, context) };
}
