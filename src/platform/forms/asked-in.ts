import type { WorkspaceContext } from "../context.ts";
import type { Press } from "./interaction.ts";

type Reading = Pick<WorkspaceContext, "drafts">;

/** The channel in which the form was asked for that a button names, by its own person. */
export async function formAskedIn(
  { value: formId, userId }: Press,
  { drafts }: Reading,
): Promise<string | undefined> {
  const draft = await drafts.find(formId);
  return draft?.userId === userId ? draft.channelId : undefined;
}

/** The channel in which the presser was last asked, in the modal they press in, whether to go on with what they left. */
export async function offeredIn({ viewId, userId }: Press, { drafts }: Reading): Promise<string | undefined> {
  if (viewId === undefined) return undefined;
  return (await drafts.current(userId))?.offeredIn;
}
