import type { ModalView } from "@slack/types";
import { z } from "zod";
import { actions, button } from "../blocks/button.ts";
import { slackDate } from "../blocks/date.ts";
import { escapeName } from "../blocks/escape.ts";
import { modal } from "../blocks/modal.ts";
import { section } from "../blocks/text.ts";
import type { WorkspaceContext } from "../context.ts";
import { JsonText } from "../../lib/json.ts";
import type { Draft } from "./kept-drafts.ts";
import type { Action, Interaction } from "./interaction.ts";
import type { Form, FormValues } from "./form.ts";
import { closedView, goneView } from "./notice.ts";
import { stepNamed } from "./state.ts";
import { findDraft, newDraft } from "./drafts.ts";
import { formAskedIn, offeredIn, showKept, showNew, whereTheButtonIs } from "./show-draft.ts";

// https://docs.slack.dev/reference/block-kit/block-elements/button-element
const buttonValueLength = 2000;

const resumeActionId = "form-resume";
const startOverActionId = "form-anew";

/** The value of a button that starts over. */
const DraftStart = z.object({
  form: z.string(),
  given: z.record(z.string(), z.unknown()),
});

const Anew = JsonText.pipe(DraftStart);

/** The two buttons for a draft: continue, or start over. */
export function resumeButtons(draft: Draft, given: FormValues = {}) {
  return [
    {
      ...button({ text: "Go on with it", actionId: resumeActionId, value: draft.formId }),
      style: "primary" as const,
    },
    button({ text: "Start over", actionId: startOverActionId, value: startText(draft, given) }),
  ];
}

/** Values that are too long for a button are left out. */
function startText({ form }: Draft, given: FormValues): string {
  const draftStart: z.input<typeof DraftStart> = { form, given };
  const text = JSON.stringify(draftStart);
  return text.length <= buttonValueLength ? text : JSON.stringify({ ...draftStart, given: {} });
}

/** A draft in mrkdwn: its name, its step, its age. */
export function formatDraft(form: Form, draft: Draft): string {
  const name = draft.values["name"];
  const what =
    typeof name === "string" && name !== "" ? `*${escapeName(name)}*` : "a service without a name yet";
  const { title } = stepNamed(form, draft, draft.step);
  return `You have not finished ${what}. It stands at “${title}”, last changed ${slackDate(new Date(draft.savedAt))}.`;
}

/** The modal that asks whether to continue a draft. */
export function offerView(form: Form, draft: Draft, given: FormValues): ModalView {
  const isAskedFor = Object.keys(given).length > 0;
  return modal({
    callbackId: "form-offer",
    title: form.title,
    close: "Cancel",
    blocks: [
      section(formatDraft(form, draft)),
      actions(resumeButtons(draft, given)),
      section(
        `Starting over lets go of it${isAskedFor ? ", and begins with what you asked for just now" : ""}.`,
      ),
    ],
  });
}

/** The actions of the two buttons, for all forms. */
export function resumeActions(known: readonly Form[]): Action[] {
  return [
    {
      actionId: resumeActionId,
      access: "operator",
      askedIn: formAskedIn,
      opens: ({ viewId }) => viewId === undefined,
      run: (interaction, context) => resume(known, interaction, context),
    },
    {
      actionId: startOverActionId,
      access: "operator",
      askedIn: offeredIn,
      opens: ({ viewId }) => viewId === undefined,
      run: (interaction, context) => startAgain(known, interaction, context),
    },
  ];
}

async function resume(
  known: readonly Form[],
  interaction: Interaction,
  context: WorkspaceContext,
): Promise<undefined> {
  const kept = await context.drafts.find(interaction.value);
  const form = known.find(({ name }) => name === kept?.form);
  const draft =
    form && (await findDraft(form, { formId: interaction.value, userId: interaction.userId }, context));
  const show = whereTheButtonIs(interaction, context);
  if (!form || !draft || draft.submitted) return void (await show(closedView(draft)));
  await showKept(form, draft, show, context);
}

async function startAgain(
  known: readonly Form[],
  interaction: Interaction,
  context: WorkspaceContext,
): Promise<undefined> {
  const { data: draftStart } = Anew.safeParse(interaction.value);
  const form = known.find((each) => each.name === draftStart?.form && each.resumes);
  const show = whereTheButtonIs(interaction, context);
  if (!form || !draftStart) return void (await show(goneView()));
  const channelId = (await offeredIn(interaction, context)) ?? interaction.channelId;
  const asker = {
    workspaceId: context.workspaceId,
    userId: interaction.userId,
    ...(channelId && { channelId }),
  };
  await showNew(form, await newDraft(form, draftStart.given, asker, context), show, context);
}
