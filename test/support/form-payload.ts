import type { TestEnvironment } from "./environment.ts";
import { newTriggerId, sendPayload } from "./signed-request.ts";

/** A form's view as a payload carries it, or as somebody made it up. */
interface FormMeta {
  viewId: string;
  /** `private_metadata`; as JSON where it is no text. */
  ticket: unknown;
  values?: object;
  userId?: string;
}

/** Sends a signed interaction to the app as Slack would; answers the status and the acknowledgement's body. */
export async function interact(
  { app, slack }: TestEnvironment,
  payload: object,
): Promise<{ status: number; body: string }> {
  const whole = { team: { id: slack.teamId }, trigger_id: newTriggerId(), ...payload };
  const response = await sendPayload(app.url, slack.signingSecret, whole);
  return { status: response.status, body: await response.text() };
}

/** A form's submission. */
export function submission(environment: TestEnvironment, meta: FormMeta) {
  return { type: "view_submission", ...inForm(environment, meta) };
}

/** Something typed, chosen or pressed in a form, by its action_id. */
export function change(
  environment: TestEnvironment,
  meta: FormMeta,
  { actionId, at }: { actionId: string; at?: string },
) {
  const action = { action_id: actionId, block_id: actionId, ...(at === undefined ? {} : { action_ts: at }) };
  return { type: "block_actions", ...inForm(environment, meta), actions: [action] };
}

/** That a form was closed. */
export function closing(environment: TestEnvironment, meta: FormMeta) {
  return { type: "view_closed", is_cleared: false, ...inForm(environment, meta) };
}

/** `view.state.values` of one text input for each of these names. */
export function texts(typed: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, { [name]: { type: "plain_text_input", value } }]),
  );
}

function inForm({ ada }: TestEnvironment, { viewId, ticket, values = {}, userId = ada.id }: FormMeta) {
  return {
    user: { id: userId, username: "somebody" },
    view: {
      id: viewId,
      type: "modal",
      callback_id: "form:create-service",
      private_metadata: typeof ticket === "string" ? ticket : JSON.stringify(ticket),
      state: { values },
      title: { type: "plain_text", text: "Create a service" },
      blocks: [],
    },
  };
}
