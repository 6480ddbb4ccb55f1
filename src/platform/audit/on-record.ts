import type { WorkspaceContext } from "../../app/context.ts";
import { knownSubject } from "./known-subject.ts";
import { type Doing, recorder } from "./recorder.ts";
import { recordingContext } from "./recording-context.ts";

/**
 * Does something and writes into the audit log each change that it makes to what is kept, a change whose write broke off,
 * and a role that was too little. What changes nothing leaves no entry, whatever it is called.
 */
export async function onRecord<T>(
  doing: Doing,
  context: WorkspaceContext,
  run: (context: WorkspaceContext) => Promise<T>,
): Promise<T> {
  const record = recorder(doing, context);
  try {
    return await run(recordingContext(context, record, () => knownSubject(doing, context)));
  } catch (error) {
    await record.brokenOff(error);
    throw error;
  }
}
