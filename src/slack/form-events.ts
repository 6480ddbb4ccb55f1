import type { App } from "@slack/bolt";
import type { z } from "zod";
import { FormBody, nameOf, workspaceIdOf } from "./bodies.ts";
import { changeForm, tellInForm } from "../forms/change.ts";
import { callbackIdOf, errorsByBlock } from "../forms/draw.ts";
import type { FormEvent } from "../forms/event.ts";
import { forms } from "../forms/index.ts";
import type { Form } from "../forms/form.ts";
import { goneView } from "../forms/notice.ts";
import { readForm } from "../forms/read.ts";
import { submitForm } from "../forms/submit.ts";
import type { Dispatching } from "./dispatch.ts";
import { asAppError } from "./failure-reply.ts";

/** Listens to what people do in the forms: choices that redraw them, and submissions. */
export function listenToForms(bolt: App, dispatching: Dispatching): void {
  for (const form of forms) {
    const callback_id = callbackIdOf(form);
    bolt.action({ type: "block_actions", callback_id }, async ({ body, ack }) => {
      await ack();
      await change(form, body, dispatching);
    });
    bolt.view({ type: "view_submission", callback_id }, async ({ body, ack }) => {
      // A submission is answered in its acknowledgement, which waits for Redis alone.
      await ack(await submit(form, body, dispatching));
    });
  }
}

async function change(form: Form, body: unknown, { contextOf, inFlight }: Dispatching): Promise<void> {
  const { event, workspaceId } = eventOf(form, FormBody.parse(body));
  const context = contextOf(workspaceId);
  await inFlight.track(async () => {
    try {
      await changeForm(event, context);
    } catch (error) {
      await tellInForm(event, asAppError(error, context), context);
    }
  });
}

async function submit(form: Form, body: unknown, { contextOf, inFlight, log }: Dispatching) {
  const read = FormBody.safeParse(body);
  if (!read.success) {
    // A form that another version of the app has drawn, say: without an answer Slack would close it in silence.
    log.warn({ err: read.error, form: form.name }, "a submission could not be read");
    return { response_action: "update" as const, view: goneView() };
  }
  const { event, workspaceId } = eventOf(form, read.data);
  const context = contextOf(workspaceId);
  return inFlight.track(async () => {
    try {
      const answer = await submitForm(event, context);
      return "errors" in answer
        ? { response_action: "errors" as const, errors: answer.errors }
        : { response_action: "update" as const, view: answer.view };
    } catch (error) {
      const { message } = asAppError(error, context);
      const { blockIdByField } = readForm(form, event.view.state.values);
      return {
        response_action: "errors" as const,
        errors: errorsByBlock(blockIdByField, [{ field: "", message }]),
      };
    }
  });
}

function eventOf(form: Form, body: z.infer<typeof FormBody>): { event: FormEvent; workspaceId: string } {
  const { user, view } = body;
  return { event: { form, view, userId: user.id, userName: nameOf(user) }, workspaceId: workspaceIdOf(body) };
}
