import { initialValues, mergedValues } from "../element-state.ts";
import type { PlacedElement } from "../elements.ts";
import type { JsonObject } from "../json.ts";
import type { ActionRequest, Outcome, Person, ViewState } from "../protocol.ts";
import { issueResponseUrl } from "../response-urls.ts";
import type { Slack } from "../slack.ts";
import { stateOf, stateValue } from "../state-fields.ts";
import { nextTimeStamp } from "../time-stamps.ts";
import { interactionPayload } from "../to-app/payload.ts";
import { issueTrigger } from "../triggers.ts";
import type { StoredMessage, Workspace } from "../workspace.ts";
import { gone, troubleConnecting } from "./outcome.ts";
import { tellOfLinks } from "./tell-of-links.ts";
import { blocksOf, elementIn, findSurface, surfacePayload, type Surface, unfurlAround } from "./surface.ts";

/** Sends the app a person's use of a button, select or other element (a `block_actions` payload). */
export async function runAction(slack: Slack, person: Person, request: ActionRequest): Promise<Outcome> {
  const { workspace, link } = slack;
  const surface = findSurface(workspace, person, request.container);
  const placed = surface && elementIn(surface, request.blockId, request.actionId);
  if (!placed) return gone;
  keepState(surface, person, placed, request);
  workspace.changes.bump();
  const payload = {
    ...interactionPayload(workspace, "block_actions", person),
    ...surfacePayload(workspace, surface, placed),
    ...answerAddresses(workspace, person, surface, placed),
    actions: [actionPayload(workspace, placed, request.action)],
  };
  const answer = await link.deliver({ type: "interactive", name: "block_actions", payload });
  if ("message" in surface && unfurlAround(surface, placed)?.entity) refreshCardLater(slack, surface);
  return answer.ok ? { ok: true } : troubleConnecting;
}

const untilRefreshMs = 1_000;

/** Slack asks for the card of a link again a moment after a click on it, because the click may have changed it. */
function refreshCardLater(
  slack: Slack,
  { channel, message }: Extract<Surface, { message: StoredMessage }>,
): void {
  setTimeout(() => tellOfLinks(slack, channel, message), untilRefreshMs).unref();
}

/** Stores the present choice, so this payload and later ones carry it. */
function keepState(
  surface: Surface,
  person: Person,
  { type, blockId, actionId }: PlacedElement,
  request: ActionRequest,
): void {
  const chosen = { [blockId]: { [actionId]: stateOf(type, stateValue(type, request.action)) } };
  const known = withState(request.state?.values ?? {}, chosen);
  const blocks = blocksOf(surface);
  if ("view" in surface) surface.view.values = mergedValues(blocks, surface.view.values, known);
  else if ("message" in surface)
    surface.message.state.set(
      person.id,
      mergedValues(blocks, surface.message.state.get(person.id) ?? initialValues(blocks, undefined), known),
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
  surface: Surface,
  placed: PlacedElement,
): JsonObject {
  if ("view" in surface) {
    const { id, openedFrom } = surface.view;
    return { trigger_id: issueTrigger(workspace, { user: person.id, channel: openedFrom, viewId: id }) };
  }
  if ("pane" in surface) {
    const { id: paneId, source } = surface.pane;
    const trigger = { user: person.id, channel: source.channel, viewId: undefined, paneId };
    return { trigger_id: issueTrigger(workspace, trigger) };
  }
  const { channel, message } = surface;
  return {
    trigger_id: issueTrigger(workspace, { user: person.id, channel: channel.id, viewId: undefined }),
    response_url: issueResponseUrl(workspace, {
      user: person.id,
      channel: channel.id,
      // A message with an unfurl is a person's, so a reply cannot replace it.
      messageTs: unfurlAround(surface, placed) ? undefined : message.ts,
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
