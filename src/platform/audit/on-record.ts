import type { AppContext } from "../../app/context.ts";
import type { WorkspaceContext } from "../context.ts";
import { knownSubject } from "./known-subject.ts";
import { type Doing, recorder } from "./recorder.ts";
import { recordingContext } from "./recording-context.ts";

/**
 * Does something and writes into the audit log each change that it makes to what is kept, a change whose write broke off,
 * and a role that was too little. What changes nothing leaves no entry, whatever it is called.
 */
export async function onRecord<T, Context extends WorkspaceContext = WorkspaceContext>(
  doing: Doing,
  context: Context,
  run: (context: Context) => Promise<T>,
): Promise<T> {
  const record = recorder(doing, context);
  try {
    // The app gives every context as a whole.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const whole = context as WorkspaceContext as AppContext;
    const recording: WorkspaceContext = recordingContext(whole, record, () => knownSubject(doing, whole));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return await run(recording as Context);
  } catch (error) {
    await record.brokenOff(error);
    throw error;
  }
}
