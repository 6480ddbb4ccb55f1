import type { WorkspaceContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { isLook } from "./actions.ts";
import { type Doing, type Recorder, recorder } from "./recorder.ts";
import { recordingContext } from "./recording-context.ts";

/** What somebody does, and whether it changes something. */
interface Work<T> {
  /** True for what takes more than the role that may only look. */
  changes: boolean;
  /** True where doing it leads to something else that is recorded then, as a form that is opened. */
  isOnlyBegun?: (result: T) => boolean;
  run: (context: WorkspaceContext) => Promise<T>;
}

/**
 * Does something and writes into the audit log what it changed, and where its person's role was too little; where no part
 * has more to say of a change, only that it was done; and where it failed, why. What its person has only mistyped is not worth an entry.
 */
export async function onRecord<T>(
  doing: Doing,
  context: WorkspaceContext,
  { changes, isOnlyBegun = () => false, run }: Work<T>,
): Promise<T> {
  const record = recorder(doing, context);
  const isChange = changes && !isLook(doing.action);
  try {
    const result = await run(recordingContext(context, record));
    if (isChange && !record.hasRecorded() && !isOnlyBegun(result)) await record.done({});
    return result;
  } catch (error) {
    if (isChange) await recordFailure(record, error);
    throw error;
  }
}

async function recordFailure(record: Recorder, error: unknown): Promise<void> {
  if (record.hasRecorded()) return;
  if (!(error instanceof AppError) || error.kind === "bug")
    return record.notDone({ result: "failed", detail: "Something went wrong in the app itself." });
  if (error.kind === "user") return;
  const { message, requestId } = error;
  await record.notDone({ result: "failed", detail: message, ...(requestId ? { requestId } : {}) });
}
