import { initialValues, mergedValues } from "../element-state.ts";
import type { PlacedElement } from "../elements.ts";
import type { JsonObject } from "../json.ts";
import type { ActionRequest, Outcome, Person, ViewState } from "../protocol.ts";
import { issueResponseUrl } from "../response-urls.ts";
import type { Sandbox } from "../sandbox.ts";
import { stateOf, stateValue } from "../state-fields.ts";
import { nextTimeStamp } from "../time-stamps.ts";
import { interactionPayload } from "../to-app/payload.ts";
import { issueTrigger } from "../triggers.ts";
import type { Workspace } from "../workspace.ts";
import { gone, troubleConnecting } from "./outcome.ts";
import { blocksOf, elementIn, findPlace, placePayload, type Place, unfurlAround } from "./place.ts";

/** Sends the app a person's use of a button, select or other element (a `block_actions` payload). */
export async function runAction(
  { workspace, link }: Sandbox,
  person: Person,
  request: ActionRequest,
): Promise<Outcome> {
  const place = findPlace(workspace, person, request.container);
  const placed = place && elementIn(place, request.blockId, request.actionId);
  if (!placed) return gone;
  keepState(place, person, placed, request);
  workspace.changes.bump();
  const payload = {
    ...interactionPayload(workspace, "block_actions", person),
    ...placePayload(workspace, place, placed),
    ...answerAddresses(workspace, person, place, placed),
    actions: [actionPayload(workspace, placed, request.action)],
  };
  const answer = await link.deliver({ type: "interactive", name: "block_actions", payload });
  return answer.ok ? { ok: true } : troubleConnecting;
}

/** Stores the present choice, so this payload and later ones carry it. */
function keepState(
  place: Place,
  person: Person,
  { type, blockId, actionId }: PlacedElement,
  request: ActionRequest,
): void {
  const acted = { [blockId]: { [actionId]: stateOf(type, stateValue(type, request.action)) } };
  const told = withState(request.state?.values ?? {}, acted);
  const blocks = blocksOf(place);
  if ("view" in place) place.view.values = mergedValues(blocks, place.view.values, told);
  else
    place.message.state.set(
      person.id,
      mergedValues(blocks, place.message.state.get(person.id) ?? initialValues(blocks, undefined), told),
    );
}

function withState(values: ViewState["values"], added: ViewState["values"]): ViewState["values"] {
  const merged = { ...values };
  for (const [blockId, states] of Object.entries(added)) merged[blockId] = { ...merged[blockId], ...states };
  return merged;
}

/** A trigger_id, and in messages also the state and an address for replies. */
function answerAddresses(
  workspace: Workspace,
  person: Person,
  place: Place,
  placed: PlacedElement,
): JsonObject {
  if ("view" in place) {
    const { id, openedFrom } = place.view;
    return { trigger_id: issueTrigger(workspace, { user: person.id, channel: openedFrom, viewId: id }) };
  }
  const { channel, message } = place;
  return {
    trigger_id: issueTrigger(workspace, { user: person.id, channel: channel.id, viewId: undefined }),
    response_url: issueResponseUrl(workspace, {
      user: person.id,
      channel: channel.id,
      // A message with an unfurl is a person's, so a reply cannot replace it.
      messageTs: unfurlAround(place, placed) ? undefined : message.ts,
    }),
    state: { values: message.state.get(person.id) ?? {} },
  };
}

/** The field with the value, for elements without state. */
const momentary = new Set(["button", "workflow_button", "overflow", "feedback_buttons", "icon_button"]);

function actionPayload(
  workspace: Workspace,
  { type, element, blockId, actionId }: PlacedElement,
  action: JsonObject,
): JsonObject {
  const { text, value, style, placeholder, confirm } = element;
  const said = momentary.has(type)
    ? {
        ...(text !== undefined && { text }),
        ...(value !== undefined && { value }),
        ...(style !== undefined && { style }),
      }
    : { ...(placeholder !== undefined && { placeholder }) };
  return {
    ...action,
    ...said,
    ...(confirm !== undefined && { confirm }),
    type,
    block_id: blockId,
    action_id: actionId,
    action_ts: nextTimeStamp(workspace),
  };
}
