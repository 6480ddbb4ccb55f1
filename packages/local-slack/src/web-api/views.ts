import { z } from "zod";
import { acceptedView } from "../content.ts";
import { SlackRefusal } from "../refusal.ts";
import { exchangeTrigger } from "../triggers.ts";
import { viewPayload } from "../view-payload.ts";
import * as views from "../views.ts";
import { method } from "./method.ts";

const Opening = z.object({ trigger_id: z.string(), view: z.unknown().optional() });

/** views.open: a modal for the acting person. */
export const openView = method({
  args: Opening,
  run({ trigger_id, view }, { workspace }) {
    const content = acceptedView(workspace, view, "modal");
    const opened = views.openModal(workspace, exchangeTrigger(workspace, trigger_id), content);
    return { view: viewPayload(workspace, opened) };
  },
});

/** views.push: a modal on top of the action's modal. */
export const pushView = method({
  args: Opening,
  run({ trigger_id, view }, { workspace }) {
    const content = acceptedView(workspace, view, "modal");
    const pushed = views.pushModal(workspace, exchangeTrigger(workspace, trigger_id), content);
    return { view: viewPayload(workspace, pushed) };
  },
});

/** views.update: new content for an open view, only if it still has the given hash. */
export const updateView = method({
  args: z.object({
    view_id: z.string().optional(),
    external_id: z.string().optional(),
    view: z.unknown().optional(),
    hash: z.string().optional(),
  }),
  run({ view_id, external_id, view, hash }, { workspace }) {
    if (!view_id && !external_id)
      throw new SlackRefusal("invalid_arguments", ["[ERROR] missing required field: view_id"]);
    const known = views.openView(workspace, { viewId: view_id, externalId: external_id });
    const content = acceptedView(workspace, view, known.content.type);
    return { view: viewPayload(workspace, views.updateView(workspace, known, content, hash)) };
  },
});

/** views.publish: a person's App Home. */
export const publishView = method({
  args: z.object({ user_id: z.string(), view: z.unknown().optional(), hash: z.string().optional() }),
  run({ user_id, view, hash }, { workspace }) {
    const person = workspace.people.get(user_id);
    if (!person || person.isBot) throw new SlackRefusal("invalid_arguments", ["[ERROR] invalid `user_id`"]);
    const content = acceptedView(workspace, view, "home");
    return { view: viewPayload(workspace, views.publishHome(workspace, user_id, content, hash)) };
  },
});
