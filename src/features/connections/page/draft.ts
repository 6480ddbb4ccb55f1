import { z } from "zod";
import { Candidate } from "../probe/candidate.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { withoutSecrets } from "./form.ts";
import type { Visit } from "./session.ts";

/** What was typed and found to work, and waits to be kept. */
const Draft = z.object({ candidate: Candidate, values: z.record(z.string(), z.unknown()) });
type Draft = z.infer<typeof Draft>;

/** What is typed at a link is sealed for. */
export function connectDraftPurpose(tokenHash: string): string {
  return `draft of connect link ${tokenHash}`;
}

/** Keeps what works, sealed, until it is saved or the link's time is over. */
export async function keepDraft({ context, tokenHash }: Visit, draft: Draft): Promise<void> {
  const { candidate, values } = draft;
  const text = JSON.stringify({ candidate, values: withoutSecrets(values) });
  await context.connectLinks.keepDraft(tokenHash, context.sealer.seal(text, connectDraftPurpose(tokenHash)));
}

/** What was kept of this visit; undefined if nothing was. */
export function draftOf({ context, tokenHash, link }: Visit): Draft | undefined {
  if (link.draft === undefined) return undefined;
  return readRecord(
    Draft,
    context.sealer.open(link.draft, connectDraftPurpose(tokenHash)),
    "a connect link's draft",
  );
}
