import { setTimeout as sleep } from "node:timers/promises";
import type { App, ViewResponseAction } from "@slack/bolt";
import type { z } from "zod";
import { withAudit } from "../../audit/recorder.ts";
import { explain } from "../../blocks/explain.ts";
import { section } from "../../blocks/text.ts";
import type { WorkspaceContext } from "../../context.ts";
import { FormActionBody, FormBody, nameOf, workspaceIdOf } from "../bodies.ts";
import { changeForm, keepClosed, showFailure } from "../../forms/change.ts";
import { callbackIdOf, errorsByBlock } from "../../forms/draw.ts";
import { type FormEvent, readStep } from "../../forms/read.ts";
import type { Form } from "../../forms/form.ts";
import { goneView, notice } from "../../forms/notice.ts";
import { stepNamed } from "../../forms/state.ts";
import { type SubmitAnswer, slackShowsWithinMs, submitForm } from "../../forms/submit.ts";
import { AppError } from "../../../lib/errors.ts";
import { outcomeOf } from "../../../lib/metrics/slack.ts";
import { actionOfForm } from "../../audit/phrases.ts";
import { asAppError } from "../failure.ts";
import * as texts from "../texts.ts";
import { readRoleAhead } from "./commands.ts";
import type { ListenerDeps } from "./deps.ts";

/**
 * Listens to people's changes, submissions and closings of forms. One listener for each, because Bolt asks every listener
 * about every request.
 */
export function listenToForms(bolt: App, deps: ListenerDeps): void {
  const byCallbackId = new Map(deps.forms.map((form) => [callbackIdOf(form), form]));
  // The ids have letters, colons and dashes only, so they need no escaping.
  const callback_id = new RegExp(`^(?:${[...byCallbackId.keys()].join("|")})$`);
  const formOf = (id = ""): Form => {
    const form = byCallbackId.get(id);
    if (!form) throw new AppError("bug", `no form has the callback id ${id}`);
    return form;
  };
  bolt.action({ type: "block_actions", callback_id }, async ({ body, ack }) => {
    await ack();
    await change(formOf(body.view?.callback_id), body, deps);
  });
  bolt.view({ type: "view_submission", callback_id }, async ({ body, ack }) => {
    // The acknowledgement carries the reply to a submission, so it waits for Redis. At the last step it may also
    // wait for the person's role, which earlier changes read in advance.
    const { response, after } = await submit(formOf(body.view.callback_id), body, deps);
    await ack(response);
    await after?.();
  });
  bolt.view({ type: "view_closed", callback_id }, async ({ body, ack }) => {
    await ack();
    const form = formOf(body.view.callback_id);
    const { event, context } = eventOf(form, FormBody.parse(body), deps);
    await keepClosed(event, context);
  });
}

async function change(form: Form, body: unknown, deps: ListenerDeps): Promise<void> {
  const read = FormActionBody.parse(body);
  const { event, context } = eventOf(form, read, deps);
  const [{ action_id: actionId, action_ts: actedAt }] = read.actions;
  readRoleAhead(event.userId, context, deps.inFlight);
  await failingInForm(event, context, async () => {
    await deps.rateLimits.take({ workspaceId: context.workspaceId, userId: event.userId }, "quick");
    await changeForm({ ...event, actionId, ...(actedAt ? { actedAt } : {}) }, context);
  });
}

interface Answered {
  response?: ViewResponseAction;
  after?: () => Promise<void>;
}

async function submit(form: Form, body: unknown, deps: ListenerDeps): Promise<Answered> {
  const read = FormBody.safeParse(body);
  if (!read.success) {
    // For example from another version of the app. Without a response, Slack would close the form silently.
    deps.log.warn({ err: read.error, form: form.name }, "couldn't read a submission");
    return { response: { response_action: "update", view: goneView() } };
  }
  const { event, context } = eventOf(form, read.data, deps);
  const asker = { workspaceId: context.workspaceId, userId: event.userId };
  try {
    await deps.rateLimits.take(asker, "usual");
    const doing = { ...event, action: actionOfForm(form.name) };
    const answer = await withAudit(doing, context, deps.subjectsOf, (recorded) =>
      submitForm(event, recorded),
    );
    deps.metrics?.interaction("form", answer.errors ? "refused" : "ok");
    return { ...responseTo(answer), ...afterwards(answer, event, context, deps) };
  } catch (error) {
    deps.metrics?.interaction("form", outcomeOf(error));
    return { response: trouble(event, asAppError(error, context)) };
  }
}

function responseTo({ errors, view }: SubmitAnswer): Answered {
  if (errors) return { response: { response_action: "errors", errors } };
  return view ? { response: { response_action: "update", view } } : {};
}

function afterwards(
  { after }: SubmitAnswer,
  event: FormEvent,
  context: WorkspaceContext,
  { inFlight }: ListenerDeps,
): Answered {
  if (!after) return {};
  return {
    after: () => {
      readRoleAhead(event.userId, context, inFlight);
      return failingInForm(event, context, async () => {
        await sleep(slackShowsWithinMs);
        await after();
      });
    },
  };
}

/** Does something, and shows a failure in the form. */
async function failingInForm(
  event: FormEvent,
  context: WorkspaceContext,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    await showFailure(event, asAppError(error, context), context);
  }
}

/** An error on the first field. Without fields, a view on top, so the input below is kept. */
function trouble({ form, view }: FormEvent, failure: AppError): ViewResponseAction {
  const step = stepNamed(form, { values: {}, facts: {} }, view.private_metadata.step);
  const { blockIdByField } = readStep(step, view.state.values);
  const [first] = blockIdByField.keys();
  const { message } = failure;
  if (first !== undefined) {
    return { response_action: "errors", errors: errorsByBlock(blockIdByField, [{ field: first, message }]) };
  }
  return {
    response_action: "push",
    view: notice(texts.notSubmitted, [section(`:warning: ${explain(failure)}`)]),
  };
}

function eventOf(form: Form, body: z.infer<typeof FormBody>, { contextOf }: ListenerDeps) {
  const { user, view } = body;
  const event: FormEvent = { form, view, userId: user.id, userName: nameOf(user) };
  const context = contextOf(workspaceIdOf(body));
  context.tracing.note({ "qm.workspace": context.workspaceId, "qm.interaction": form.name });
  return { event, context };
}
