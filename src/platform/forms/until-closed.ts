import { setTimeout as sleep } from "node:timers/promises";
import type { WorkspaceContext } from "../context.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import type { Draft } from "./kept-drafts.ts";

const checkEveryMs = 1_000;

type Context = Pick<WorkspaceContext, "cloudOf" | "drafts">;

/**
 * Reads something for an open form. When the form is closed, at any replica, the cloud's reads end within two
 * seconds, and this returns undefined.
 */
export async function untilClosed<In extends Context, Found>(
  draft: Pick<Draft, "formId" | "viewId">,
  context: In,
  fetchFacts: (context: In) => Promise<Found>,
): Promise<Found | undefined> {
  const closed = new AbortController();
  const over = new AbortController();
  const watching = abortOnceClosed(draft, context, { closed, over: over.signal });
  try {
    const found = await fetchFacts(readingUntil(closed.signal, context));
    return closed.signal.aborted ? undefined : found;
  } catch (error) {
    if (closed.signal.aborted && error instanceof AppError) return undefined;
    throw error;
  } finally {
    over.abort();
    await watching;
  }
}

async function abortOnceClosed(
  { formId, viewId }: Pick<Draft, "formId" | "viewId">,
  { drafts }: Context,
  { closed, over }: { closed: AbortController; over: AbortSignal },
): Promise<void> {
  try {
    while (!closed.signal.aborted) {
      await sleep(checkEveryMs, undefined, { signal: over });
      const { closedViewId } = (await drafts.find(formId)) ?? {};
      if (closedViewId !== undefined && closedViewId === viewId) closed.abort();
    }
  } catch (error) {
    // If Redis does not answer, the reads continue.
    if (!over.aborted && !isAppError(error, "upstream")) throw error;
  }
}

/** The context with reads that end at the signal. Changes run to their end. */
function readingUntil<In extends Context>(signal: AbortSignal, context: In): In {
  return {
    ...context,
    cloudOf(connection: string) {
      const client = context.cloudOf(connection);
      const call: typeof client.call = (operation, input, options) =>
        client.call(operation, input, { ...(operation.method === "GET" && { signal }), ...options });
      return { call };
    },
  };
}
