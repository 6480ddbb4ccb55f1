import type { Button, KnownBlock, ModalView } from "@slack/types";
import { hashJson } from "../../../lib/hash.ts";
import { row } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Accepted, SubmittedForm } from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import type { ObservabilityContext } from "../context.ts";
import type { NamedTarget } from "../target.ts";
import type { PendingChange, SubmittedChange, WantedChange } from "./change.ts";
import { askedAbout, formatThing, nounOf, verbOf } from "./format-change.ts";
import * as texts from "./texts.ts";

/** The words for an outcome: a title, paragraphs of mrkdwn, and buttons. */
export interface OutcomeWords {
  title: string;
  paragraphs: readonly string[];
  buttons: readonly Button[];
}

/** The words as a modal. */
export function viewOf({ title, ...words }: OutcomeWords): ModalView {
  return notice(title, blocksOf(words));
}

/** The words as a message. */
export function messageOf({ paragraphs, buttons }: Omit<OutcomeWords, "title">): Reply {
  return reply(paragraphs.join("\n"), blocksOf({ paragraphs, buttons }));
}

function blocksOf({ paragraphs, buttons }: Omit<OutcomeWords, "title">): KnownBlock[] {
  return [...paragraphs.map((paragraph) => section(paragraph)), ...row(buttons)];
}

/** The modal while a change is made. */
function savingView(wanted: WantedChange): ModalView {
  return viewOf(savingWords(wanted));
}

/** The same for a modal or a message. */
export function savingWords(wanted: WantedChange): OutcomeWords {
  const { doing } = texts.verbs[verbOf(wanted)];
  return {
    title: doing,
    paragraphs: [texts.doing(doing, formatThing(wanted)), texts.mayClose],
    buttons: [],
  };
}

/** What a change waits for: the server's rate limit, a failing server, or our storage, which confirms nothing. */
export type Busy = "limited" | "failing" | "storage";

/** The modal while a change waits. */
export function waitingView(wanted: WantedChange, busy: Busy): ModalView {
  const { title, paragraphs } = savingWords(wanted);
  return viewOf({ title, paragraphs: [...paragraphs, triedAgain(busy)], buttons: [] });
}

/** Says that a change waits, and for what. */
export function waitingText(wanted: WantedChange, busy: Busy): string {
  const { doing } = texts.verbs[verbOf(wanted)];
  return `${texts.waiting(doing, formatThing(wanted))} ${triedAgain(busy)}`;
}

function triedAgain(busy: Busy): string {
  return `${texts.busy[busy]} ${texts.keepsTrying}`;
}

/** The modal while the server's list is searched. */
export function searchingView(wanted: WantedChange): ModalView {
  const why = texts.searching(nounOf(wanted), formatThing(wanted));
  return viewOf({ title: texts.searchingTitle, paragraphs: [why, texts.mayClose], buttons: [] });
}

/** A button that shows a change's thing, by its id. */
export function showButton({ submitted }: PendingChange, id: string): Button {
  return commandButton(texts.showOne(nounOf(submitted.wanted)), askedAbout(submitted, "show", id));
}

/** A button that lists all things of its kind. */
export function listButton({ submitted }: PendingChange, text?: string): Button {
  return commandButton(text ?? texts.showAll(nounOf(submitted.wanted)), askedAbout(submitted, "list"));
}

/**
 * Accepts a form's change: from then on it survives crashes and is made once. Its person reads the outcome in the
 * form's modal, or where they asked. The same submission again changes nothing.
 */
export async function acceptChange(
  { formId, form, attempt, viewId, userId, userName, channelId }: SubmittedForm,
  { connection, serviceId, name }: NamedTarget,
  wanted: WantedChange,
  { changes, workspaceId }: Pick<ObservabilityContext, "changes" | "workspaceId">,
): Promise<Accepted> {
  const submitted: SubmittedChange = {
    workspaceId,
    userId,
    userName,
    channelId,
    target: { connection, serviceId, name },
    wanted,
    viewId,
    form: { name: form, formId, attempt },
  };
  // After a crash the form may not know that it was accepted. Other content in it is then another change.
  await changes.accept(`${formId}-${attempt}-${hashJson(wanted)}`, submitted, slackShowsWithinMs);
  return { view: savingView(wanted) };
}
