import { z } from "zod";
import { ObservabilityPlace } from "../target.ts";
import { WantedChange } from "./change.ts";

/** One submitted change, as its job carries it; there is no secret in it. */
export const SubmittedChange = z.object({
  workspaceId: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** Where it was asked for; absent from App Home. */
  channelId: z.string().optional(),
  /** Where its dashboard or alert is, with the name that its person knew it by. */
  place: ObservabilityPlace.extend({ name: z.string() }),
  wanted: WantedChange,
  /** The modal that it was asked for in. */
  viewId: z.string().optional(),
  /** The form it was submitted from, and which try of it; absent where a button asked for it. */
  form: z.object({ name: z.string(), formId: z.string(), attempt: z.int() }).optional(),
});
export type SubmittedChange = z.output<typeof SubmittedChange>;
