import type { TestEnvironment } from "./environment.ts";
import { newTriggerId, sendPayload } from "./signed-request.ts";

/** A form's view in a payload, real or forged. */
interface FormMeta {
  viewId: string;
  /** `private_metadata`, as JSON unless it is a text. */
  ticket: unknown;
  values?: object;
  userId?: string;
}

/** Sends a signed interaction to the app like Slack. Returns the status and body of the acknowledgement. */
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

/** Something typed, chosen or clicked in a form, by its action_id. */
export function change(
  environment: TestEnvironment,
  meta: FormMeta,
  { actionId, at }: { actionId: string; at?: string },
) {
  const action = { action_id: actionId, block_id: actionId, ...(at === undefined ? {} : { action_ts: at }) };
  return { type: "block_actions", ...inForm(environment, meta), actions: [action] };
}

/** A form's closing. */
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
    user: { id: userId, username: "someone" },
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
