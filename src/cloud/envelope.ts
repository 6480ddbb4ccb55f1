import { z } from "zod";
import type { Answer } from "./exchange.ts";
import { type FailureContext, unreadable } from "./failure.ts";
import type { Operation, OperationResult } from "./operation.ts";
import { json, requestIdOf } from "./server-words.ts";
import { fromWire } from "./wire-names.ts";

const Envelope = z.looseObject({ result: z.unknown().optional(), data: z.unknown().optional() });

/** What a success holds, out of its envelope and in the specification's names; fails as `upstream`. */
export function readResult<Op extends Operation>(
  operation: Op,
  answer: Answer,
  context: FailureContext,
): OperationResult<Op> {
  const requestId = requestIdOf(answer, context.redact);
  // A DELETE is often answered by nothing at all.
  const envelope = Envelope.safeParse(answer.text.trim() === "" ? {} : json(answer.text));
  if (!envelope.success) throw unreadable("The answer is not a JSON object.", requestId, context);
  const content = envelope.data.result ?? envelope.data.data;
  const neutral =
    operation.surface === "management" ? fromWire(content, context.connection.wireNames) : content;
  const result = z.safeParse<Op["result"]>(operation.result, neutral);
  if (!result.success) throw unreadable(z.prettifyError(result.error), requestId, context);
  return result.data;
}
