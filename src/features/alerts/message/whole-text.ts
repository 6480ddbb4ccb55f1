import type { AlertsContext } from "../context.ts";
import type { Incident } from "../incident/record.ts";

/** An alert's text, and whether that is all of it. */
export interface WholeText {
  text: string;
  /** How long all of it was, if only the beginning is still kept. */
  wholeBytes?: number;
}

/** Reads the whole text of an incident's latest event, or the beginning if no more of it is kept. */
export async function wholeText(
  { hookId, latest }: Pick<Incident, "hookId" | "latest">,
  { alertBodies }: Pick<AlertsContext, "alertBodies">,
): Promise<WholeText> {
  const text = await alertBodies.whole(hookId, latest);
  return text === undefined ? { text: latest.body, wholeBytes: latest.wholeBody?.bytes ?? 0 } : { text };
}

/** Says that the rest of a text is gone; undefined for a whole text. */
export function goneInWords({ wholeBytes }: WholeText): string | undefined {
  if (wholeBytes === undefined) return undefined;
  const kilobytes = Math.ceil(wholeBytes / 1024);
  return `This is the beginning of a text of ${kilobytes} KB. The rest is no longer kept: whole texts of long alerts are kept for a day at most.`;
}
