import { carriedValues, initialValues } from "./element-state.ts";
import { newId, newSecret } from "./ids.ts";
import { SlackRefusal } from "./refusal.ts";
import { nowInSeconds } from "./time-stamps.ts";
import type { StoredView, Trigger, ViewContent, Workspace } from "./workspace.ts";

// https://docs.slack.dev/surfaces/modals: a stack holds up to three views
const stackLimit = 3;

/** Opens a modal: on top of the action's modal, or as the first of a new stack. */
export function openModal(workspace: Workspace, trigger: Trigger, content: ViewContent): StoredView {
  if (trigger.viewId && isOpenModal(workspace, trigger.user, trigger.viewId))
    return pushModal(workspace, trigger, content);
  requireNewExternalId(workspace, content);
  clearModals(workspace, trigger.user);
  return addModal(workspace, trigger, content);
}

/** Puts a modal on top of the action's stack. */
export function pushModal(workspace: Workspace, trigger: Trigger, content: ViewContent): StoredView {
  if (!trigger.viewId) throw new SlackRefusal("invalid_trigger_id");
  if (!isOpenModal(workspace, trigger.user, trigger.viewId)) throw new SlackRefusal("not_found");
  if (modalStack(workspace, trigger.user).length >= stackLimit) throw new SlackRefusal("push_limit_reached");
  requireNewExternalId(workspace, content);
  return addModal(workspace, trigger, content);
}

/** Gives a view new content and a new hash. Values stay if ids are the same. */
export function updateView(
  workspace: Workspace,
  view: StoredView,
  content: ViewContent,
  hash?: string,
): StoredView {
  if (hash && hash !== view.hash) throw new SlackRefusal("hash_conflict");
  if (content.external_id !== view.content.external_id) requireNewExternalId(workspace, content);
  view.values = carriedValues(content.blocks, view.values, view.openedFrom);
  view.content = content;
  view.hash = newHash(workspace);
  view.errors = {};
  view.notice = undefined;
  workspace.changes.bump();
  return view;
}

/** Publishes a person's App Home, which replaces the earlier one. */
export function publishHome(
  workspace: Workspace,
  user: string,
  content: ViewContent,
  hash?: string,
): StoredView {
  const known = workspace.views.get(workspace.homes.get(user) ?? "");
  if (known) return updateView(workspace, known, content, hash);
  const view = newView(workspace, { user, content, stack: [], openedFrom: undefined });
  workspace.homes.set(user, view.id);
  return view;
}

/** An open view by its id or the app's own. */
export function openView(
  workspace: Workspace,
  { viewId, externalId }: { viewId?: string; externalId?: string },
): StoredView {
  const view = viewId
    ? workspace.views.get(viewId)
    : [...workspace.views.values()].find(({ content }) => externalId && content.external_id === externalId);
  if (!view) throw new SlackRefusal("not_found");
  return view;
}

/** Closes one modal and those on top of it. */
export function closeModal(workspace: Workspace, view: StoredView): void {
  const stack = modalStack(workspace, view.user);
  const position = stack.indexOf(view.id);
  if (position === -1) return;
  for (const id of stack.splice(position)) workspace.views.delete(id);
  workspace.changes.bump();
}

/** Closes all of a person's modals. */
export function clearModals(workspace: Workspace, user: string): void {
  for (const id of modalStack(workspace, user).splice(0)) workspace.views.delete(id);
  workspace.changes.bump();
}

/** A person's open modals, the lowest first. */
export function openModals(workspace: Workspace, user: string): StoredView[] {
  return modalStack(workspace, user).flatMap((id) => workspace.views.get(id) ?? []);
}

function modalStack({ modals }: Workspace, user: string): string[] {
  const stack = modals.get(user) ?? [];
  modals.set(user, stack);
  return stack;
}

function isOpenModal(workspace: Workspace, user: string, viewId: string): boolean {
  return modalStack(workspace, user).includes(viewId);
}

function addModal(workspace: Workspace, { user, channel }: Trigger, content: ViewContent): StoredView {
  const stack = modalStack(workspace, user);
  const view = newView(workspace, { user, content, stack, openedFrom: channel });
  stack.push(view.id);
  return view;
}

function newView(
  workspace: Workspace,
  {
    user,
    content,
    stack,
    openedFrom,
  }: { user: string; content: ViewContent; stack: string[]; openedFrom: string | undefined },
): StoredView {
  const id = newId("V");
  const view: StoredView = {
    id,
    user,
    rootViewId: stack[0] ?? id,
    previousViewId: stack.at(-1) ?? null,
    openedFrom,
    content,
    hash: newHash(workspace),
    values: initialValues(content.blocks, openedFrom),
    errors: {},
    busy: false,
  };
  workspace.views.set(id, view);
  workspace.changes.bump();
  return view;
}

function requireNewExternalId(workspace: Workspace, { external_id }: ViewContent): void {
  const taken = [...workspace.views.values()].some(
    ({ content }) => external_id && content.external_id === external_id,
  );
  if (taken) throw new SlackRefusal("duplicate_external_id");
}

function newHash(workspace: Workspace): string {
  return `${nowInSeconds(workspace)}.${newSecret(4)}`;
}
