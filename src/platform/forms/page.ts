import { extended } from "../../lib/cache.ts";
import { isDeepStrictEqual } from "node:util";
import { AppError, orUndefined } from "../../lib/errors.ts";
import type { WorkspaceContext } from "../context.ts";
import { type Remarks, blockIdsOf, drawForm } from "./draw.ts";
import type { Draft } from "./drafts.ts";
import { changeDraft, findDraft } from "./save.ts";
import type { Finding, Form, FormFacts, FormValues } from "./form.ts";
import { effective } from "./state.ts";
import { stillTrying } from "./texts.ts";

// A retried call may take half a minute. A person needs to hear something earlier.
const maxWaitMs = 5_000;

/** Waits for a read. If it is slow, calls `notify`, and reports that once `notify` has ended. */
export async function withSlowNotice<Found>(
  loading: Promise<Found>,
  notify: () => Promise<void>,
): Promise<{ found: Found; isNotified: boolean }> {
  const { promise: slow, resolve: decide } = Promise.withResolvers<boolean>();
  const timer = setTimeout(decide, maxWaitMs, true);
  const [found, notified] = await Promise.allSettled([
    loading.finally(() => {
      clearTimeout(timer);
      decide(false);
    }),
    slow.then((isSlow) => isSlow && notify().then(() => true)),
  ]);
  if (found.status === "rejected") throw found.reason;
  // A failed notice no longer matters, because the read is done.
  return { found: found.value, isNotified: notified.status === "rejected" || notified.value };
}

/** A draft at another step, with the facts that are known at once. */
export async function showStep(
  form: Form,
  draft: Draft,
  step: string,
  context: WorkspaceContext,
): Promise<Draft> {
  const known = await form.prepare?.(step, effective(form, draft), context, draft);
  const shown = merged({ ...draft, step, touched: true, warned: [] }, known);
  // Its inputs are new in the view, so they show our values.
  return { ...shown, filling: draft.filling };
}

/** Fetches slow facts, adds them to the present draft, and redraws it if it is open. If it takes long, the form says so. */
export async function fetchAfter(
  form: Form,
  about: string,
  draft: Draft,
  context: WorkspaceContext,
): Promise<void> {
  await Promise.all([fetchMain(form, about, draft, context), fetchAside(form, about, draft, context)]);
}

async function fetchAside(form: Form, about: string, draft: Draft, context: WorkspaceContext): Promise<void> {
  const asides = form.fetchAside?.(about, effective(form, draft), context, draft) ?? [];
  await Promise.all(asides.map(async (aside) => addAside(form, draft, await aside, context)));
}

async function addAside(
  form: Form,
  draft: Draft,
  found: Finding | undefined,
  context: WorkspaceContext,
): Promise<void> {
  if (!found) return;
  const before = await findIfReachable(form, draft, context);
  const saved = before && (await addFound(form, draft, found, context));
  if (saved && !sameDrawing(form, before, saved)) await redraw(form, saved, context);
}

function sameDrawing(form: Form, one: Draft, other: Draft): boolean {
  const drawing = (draft: Draft) => {
    const { blocks, submit } = drawForm(form, draft);
    return JSON.stringify([submit, blocks]);
  };
  return drawing(one) === drawing(other);
}

async function fetchMain(form: Form, about: string, draft: Draft, context: WorkspaceContext): Promise<void> {
  if (!form.fetchFacts) return;
  const loading = untilClosed(draft, context, async (reading) =>
    form.fetchFacts?.(about, effective(form, draft), reading, draft),
  );
  const say = (remarks: Remarks) => redrawLatest(form, draft, context, remarks);
  const { found, isNotified } = await withSlowNotice(loading, () => say({ banner: stillTrying }));
  const saved = found && (await addFound(form, draft, found, context));
  if (saved) await redraw(form, saved, context);
  else if (isNotified) await say({});
}

async function redrawLatest(
  form: Form,
  { viewId, ...draft }: Draft,
  context: WorkspaceContext,
  remarks: Remarks,
): Promise<void> {
  const latest = await findIfReachable(form, draft, context);
  if (!latest || latest.submitted) return;
  await redraw(form, { ...latest, viewId: latest.viewId ?? viewId }, context, remarks);
}

function addFound(
  form: Form,
  draft: Draft,
  found: Finding,
  context: WorkspaceContext,
): Promise<Draft | undefined> {
  return changeDraft(form, draft, context, (latest) => {
    const counts = !latest.submitted && (found.counts?.(effective(form, latest)) ?? true);
    if (!counts) return undefined;
    const values = unchangedSince(draft, latest, found.values);
    const next = { ...merged(latest, { ...found, values }), viewId: latest.viewId ?? draft.viewId };
    return withoutReturning(form, latest, next);
  });
}

/** The draft with new inputs, if one would come back that was replaced: Slack has lost what was chosen in it. */
function withoutReturning(form: Form, before: Draft, after: Draft): Draft {
  const ids = blockIdsOf(form, after);
  const gone = [...blockIdsOf(form, before)].filter((id) => !ids.has(id));
  const replaced = [...(after.replaced ?? []), ...gone];
  if (!replaced.some((id) => ids.has(id))) return { ...after, replaced };
  return { ...after, filling: after.filling + 1, replaced: [] };
}

/** The found values without those of fields that were changed since they were asked for: a choice stays. */
function unchangedSince(asked: Draft, latest: Draft, values: FormValues | undefined): FormValues | undefined {
  const kept = Object.entries(values ?? {}).filter(([field]) =>
    isDeepStrictEqual(latest.values[field], asked.values[field]),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** More than people cause by typing. */
const maxRedraws = 5;

/** The drawing under way of each form, by form id. */
const drawings = new Map<string, Promise<unknown>>();

/**
 * Draws a draft in its open modal. Draws input that arrived in the meantime again, so the last drawing shows the
 * latest draft. A form's drawings follow each other: Slack would show the slower of two, which may be the older one.
 */
export async function redraw(
  form: Form,
  draft: Draft,
  context: Drawing,
  remarks: Remarks = {},
): Promise<"updated" | "gone"> {
  const { formId } = draft;
  const before = drawings.get(formId);
  const drawing = drawLatest(form, draft, context, { remarks, before });
  const ended = drawing.catch(() => undefined);
  drawings.set(formId, ended);
  try {
    return await drawing;
  } finally {
    if (drawings.get(formId) === ended) drawings.delete(formId);
  }
}

type Drawing = Pick<WorkspaceContext, "messenger" | "drafts" | "sealer" | "now">;

async function drawLatest(
  form: Form,
  draft: Draft,
  context: Drawing,
  { remarks, before }: { remarks: Remarks; before: Promise<unknown> | undefined },
): Promise<"updated" | "gone"> {
  let drawn = draft;
  if (before) {
    await before;
    const latest = await findIfReachable(form, draft, context);
    if (latest && isNewer(latest, draft)) drawn = latest;
  }
  for (let count = 1; ; count += 1) {
    if (drawn.viewId === undefined) return "gone";
    const shown = await context.messenger.updateModal(drawn.viewId, drawForm(form, drawn, remarks));
    const latest = await findIfReachable(form, drawn, context);
    if (shown === "gone" || !latest || !isNewer(latest, drawn) || count === maxRedraws) return shown;
    drawn = latest.filling === drawn.filling ? latest : await inNewInputs(form, latest, context);
  }
}

/**
 * The answer to a press shows inputs at once, and this drawing came after it and took them away, with what was chosen
 * in them. The choice arrives later, and shows in new inputs only.
 */
async function inNewInputs(form: Form, latest: Draft, context: Drawing): Promise<Draft> {
  const filled = () =>
    changeDraft(form, latest, context, (draft) =>
      draft.submitted ? undefined : { ...draft, filling: draft.filling + 1 },
    );
  return (await orUndefined(filled, "upstream")) ?? latest;
}

/** It is drawn. If Redis fails right after, that must not be reported. */
function findIfReachable(...wanted: Parameters<typeof findDraft>): Promise<Draft | undefined> {
  return orUndefined(() => findDraft(...wanted), "upstream");
}

/** A submission in the meantime closed the form. */
function isNewer(latest: Draft, drawn: Draft): boolean {
  return !latest.submitted && (latest.revision ?? 0) > (drawn.revision ?? 0);
}

function merged(
  draft: Draft,
  found: { facts?: FormFacts | undefined; values?: FormValues | undefined } | undefined,
): Draft {
  if (!found) return draft;
  return {
    ...draft,
    facts: { ...draft.facts, ...found.facts },
    values: { ...draft.values, ...found.values },
    filling: draft.filling + (found.values ? 1 : 0),
  };
}

const checkEveryMs = 1_000;

type ReadContext = Pick<WorkspaceContext, "cloudOf" | "drafts">;

/**
 * Reads something for an open form. When the form is closed, at any replica, the cloud's reads end within two
 * seconds, and this returns undefined.
 */
export async function untilClosed<In extends ReadContext, Found>(
  draft: Pick<Draft, "formId" | "viewId">,
  context: In,
  read: (context: In) => Promise<Found>,
): Promise<Found | undefined> {
  const closed = new AbortController();
  let checked = Promise.resolve();
  const timer = setInterval(() => {
    checked = checked.then(() => abortIfClosed(draft, context, closed));
    // It is thrown below, once the read has ended.
    checked.catch(() => undefined);
  }, checkEveryMs);
  try {
    const found = await read(readingUntil(closed.signal, context));
    return closed.signal.aborted ? undefined : found;
  } catch (error) {
    if (closed.signal.aborted && error instanceof AppError) return undefined;
    throw error;
  } finally {
    clearInterval(timer);
    await checked;
  }
}

async function abortIfClosed(
  { formId, viewId }: Pick<Draft, "formId" | "viewId">,
  { drafts }: ReadContext,
  closed: AbortController,
): Promise<void> {
  if (closed.signal.aborted) return;
  // If Redis does not answer, the reads continue.
  const draft = await orUndefined(() => drafts.find(formId), "upstream");
  const closedViewId = draft?.closedViewId;
  if (closedViewId !== undefined && closedViewId === viewId) closed.abort();
}

/** The context with reads that end at the signal. Changes run to their end. */
function readingUntil<In extends ReadContext>(signal: AbortSignal, context: In): In {
  return extended(context, {
    cloudOf(connection: string) {
      const client = context.cloudOf(connection);
      const call: typeof client.call = (operation, input, options) =>
        client.call(operation, input, { ...(operation.method === "GET" && { signal }), ...options });
      return { call };
    },
  });
}
