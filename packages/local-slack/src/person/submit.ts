import { z } from "zod";
import { acceptedView } from "../content.ts";
import { mergedValues } from "../element-state.ts";
import { stringOf } from "../json.ts";
import type { Person, SubmitOutcome, SubmitRequest } from "../protocol.ts";
import { SlackRefusal } from "../refusal.ts";
import type { Slack } from "../slack.ts";
import { interactionPayload } from "../to-app/payload.ts";
import { issueTrigger } from "../triggers.ts";
import { viewPayload } from "../view-payload.ts";
import { clearModals, closeModal, openModals, pushModal, updateView } from "../views.ts";
import type { StoredView, Trigger, Workspace } from "../workspace.ts";
import { gone, troubleConnecting, troubleText } from "./outcome.ts";
import { inputProblems } from "./input-problems.ts";

const Acknowledgement = z.discriminatedUnion("response_action", [
  z.object({ response_action: z.literal("errors"), errors: z.record(z.string(), z.string().min(1)) }),
  z.object({ response_action: z.literal("update"), view: z.unknown().optional() }),
  z.object({ response_action: z.literal("push"), view: z.unknown().optional() }),
  z.object({ response_action: z.literal("clear") }),
]);

/** Submits a modal after Slack's own checks, and follows the app's acknowledgement. */
export async function submit(slack: Slack, person: Person, request: SubmitRequest): Promise<SubmitOutcome> {
  const { workspace, link } = slack;
  const view = openModals(workspace, person.id).find(({ id }) => id === request.viewId);
  if (!view) return gone;
  view.values = mergedValues(view.content.blocks, view.values, request.state.values);
  const problems = inputProblems(view.content.blocks, view.values);
  if (Object.keys(problems).length > 0) return showErrors(workspace, view, problems);

  setBusy(workspace, view, true);
  const payload = submissionPayload(workspace, person, view);
  const answer = await link.deliver({ type: "interactive", name: "view_submission", payload });
  setBusy(workspace, view, false);
  return answer.ok ? takeAcknowledgement(workspace, view, answer.body) : showTrouble(workspace, view);
}

function submissionPayload(workspace: Workspace, person: Person, view: StoredView): Record<string, unknown> {
  return {
    ...interactionPayload(workspace, "view_submission", person),
    trigger_id: issueTrigger(workspace, { user: person.id, channel: view.openedFrom, viewId: view.id }),
    view: viewPayload(workspace, view),
    response_urls: [],
  };
}

function takeAcknowledgement(workspace: Workspace, view: StoredView, body: unknown): SubmitOutcome {
  if (body === undefined) {
    closeModal(workspace, view);
    return { ok: true };
  }
  const read = Acknowledgement.safeParse(body);
  if (!read.success) return showTrouble(workspace, view);
  try {
    return submitView(workspace, view, read.data);
  } catch (error) {
    // A view that Slack would refuse is shown as a problem to the person. The app is not notified.
    if (error instanceof SlackRefusal) return showTrouble(workspace, view);
    throw error;
  }
}

function submitView(
  workspace: Workspace,
  view: StoredView,
  answer: z.output<typeof Acknowledgement>,
): SubmitOutcome {
  switch (answer.response_action) {
    case "errors":
      return showErrors(workspace, view, errorsOfInputs(view, answer.errors));
    case "clear":
      clearModals(workspace, view.user);
      return { ok: true };
    case "update":
      updateView(workspace, view, acceptedView(workspace, answer.view, "modal"));
      return { ok: true };
    case "push": {
      const action: Trigger = {
        user: view.user,
        channel: view.openedFrom,
        viewId: view.id,
        issuedAt: 0,
        used: true,
      };
      pushModal(workspace, action, acceptedView(workspace, answer.view, "modal"));
      return { ok: true };
    }
  }
}

/** Only errors of existing input blocks can be shown. */
function errorsOfInputs({ content }: StoredView, errors: Record<string, string>): Record<string, string> {
  const inputs = new Set(
    content.blocks.filter(({ type }) => type === "input").map(({ block_id }) => stringOf(block_id)),
  );
  return Object.fromEntries(Object.entries(errors).filter(([blockId]) => inputs.has(blockId)));
}

function showErrors(workspace: Workspace, view: StoredView, errors: Record<string, string>): SubmitOutcome {
  if (Object.keys(errors).length === 0) return showTrouble(workspace, view);
  view.errors = errors;
  view.notice = undefined;
  workspace.changes.bump();
  return { ok: false, message: "Some fields need another look.", errors };
}

function showTrouble(workspace: Workspace, view: StoredView): SubmitOutcome {
  view.notice = troubleText;
  workspace.changes.bump();
  return troubleConnecting;
}

function setBusy(workspace: Workspace, view: StoredView, busy: boolean): void {
  view.busy = busy;
  view.notice = undefined;
  if (busy) view.errors = {};
  workspace.changes.bump();
}
