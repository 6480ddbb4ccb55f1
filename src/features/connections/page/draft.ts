import { z } from "zod";
import { Candidate } from "../probe/candidate.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { withoutSecrets } from "./form.ts";
import type { Visit } from "./session.ts";

/** Tested values that wait to be saved. */
const Draft = z.object({ candidate: Candidate, values: z.record(z.string(), z.unknown()) });
type Draft = z.infer<typeof Draft>;

/** The purpose under which a link's values are sealed. */
export function connectDraftPurpose(tokenHash: string): string {
  return `draft of connect link ${tokenHash}`;
}

/** Keeps tested values, sealed, until they are saved or the link expires. */
export async function keepDraft({ context, tokenHash }: Visit, draft: Draft): Promise<void> {
  const { candidate, values } = draft;
  const text = JSON.stringify({ candidate, values: withoutSecrets(values) });
  await context.connectLinks.keepDraft(tokenHash, context.sealer.seal(text, connectDraftPurpose(tokenHash)));
}

/** The values of this visit. Undefined if there are none. */
export function draftOf({ context, tokenHash, link }: Visit): Draft | undefined {
  if (link.draft === undefined) return undefined;
  return readRecord(
    Draft,
    context.sealer.open(link.draft, connectDraftPurpose(tokenHash)),
    "a connect link's draft",
  );
}
