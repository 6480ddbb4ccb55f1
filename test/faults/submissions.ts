import { createServiceForm } from "../../src/features/services/form/form.ts";
import type { FormTicket } from "../../src/platform/forms/read.ts";
import { sentAlready } from "../../src/platform/forms/texts.ts";
import { effective, startingValues } from "../../src/platform/forms/state.ts";
import type { Draft } from "../../src/platform/forms/drafts.ts";
import { createStore } from "../../src/app/store.ts";
import { viewState } from "../support/form-state.ts";
import { newTriggerId, signedHeaders } from "../support/signed-request.ts";
import type { Sandbox } from "./replicas.ts";

/** A filled form, and Slack's request when its person clicks Create. */
export interface FilledForm {
  name: string;
  /** The id of its request. */
  requestId: string;
  payload: string;
}

/** Saves a filled form for each name, as if half of the people were at its review, and half on its first screen. */
export async function fillForms(sandbox: Sandbox, names: readonly string[]): Promise<FilledForm[]> {
  const { slack, redis } = sandbox;
  const { drafts } = createStore(redis).workspace(slack.teamId);
  const filled = names.map((name, index) => filledDraft(name, index, slack));
  await Promise.all(filled.map((draft) => drafts.save(draft)));
  return filled.map((draft) => ({
    name: String(draft.values["name"]),
    requestId: `${draft.formId}-${draft.attempt}`,
    payload: JSON.stringify(submission(draft, slack.teamId)),
  }));
}

function filledDraft(name: string, index: number, { users, channels }: Sandbox["slack"]): Draft {
  const given = { name, provider: "aws", region: "eu-west-1", connection: "default" };
  return {
    formId: `form${index}`,
    form: createServiceForm.name,
    userId: users[0]?.id ?? "",
    channelId: channels[0]?.id,
    viewId: `V${index}`,
    attempt: 1,
    step: index % 2 === 0 ? "review" : "start",
    values: startingValues(createServiceForm, given),
    facts: {},
    filling: 0,
    submitted: false,
    touched: true,
    savedAt: new Date().toISOString(),
  };
}

function submission(draft: Draft, teamId: string): object {
  const { formId, attempt, step, userId, viewId } = draft;
  const hash = createServiceForm.hash?.(effective(createServiceForm, draft));
  // The first screen sends what it shows, without a hash.
  const isReview = step === "review";
  const ticket: FormTicket = { formId, attempt, step, ...(isReview && hash !== undefined ? { hash } : {}) };
  return {
    type: "view_submission",
    team: { id: teamId },
    user: { id: userId, username: "ada" },
    view: {
      id: viewId,
      type: "modal",
      callback_id: `form:${createServiceForm.name}`,
      private_metadata: JSON.stringify(ticket),
      state: { values: viewState(createServiceForm, draft) },
    },
  };
}

/** The replies to an accepted click, and to a later one: already sent, or refused with another attempt. */
const taken = new RegExp(`"(?:Creating|${sentAlready.title})"|\\\\"attempt\\\\":2`);

/** Sends a submission like Slack. True if it was accepted, now or before; false if no replica could. */
export async function clickForm(
  url: string,
  { payload }: FilledForm,
  signingSecret: string,
  retry?: number,
): Promise<boolean> {
  const body = new URLSearchParams({ payload, trigger: newTriggerId() }).toString();
  const again: Record<string, string> = retry === undefined ? {} : { "x-slack-retry-num": String(retry) };
  const headers = signedHeaders(signingSecret, body, again);
  try {
    const response = await fetch(`${url}/slack/events`, { method: "POST", headers, body });
    return taken.test(await response.text());
  } catch {
    // The replica was killed before or during its response. Slack shows its person an error, and they click again.
    return false;
  }
}
