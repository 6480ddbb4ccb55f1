import { z } from "zod";
import { maybe, Numeric } from "../answer-fields.ts";
import type { Answer } from "./exchange.ts";
import { readExact } from "../../../lib/json.ts";
import { type FailureContext, unreadable } from "../failure.ts";
import type { Operation, OperationResult } from "../operation.ts";
import { json, requestIdOf } from "./server-text.ts";
import { fromWire } from "../wire-names.ts";

const Envelope = z.looseObject({
  result: z.unknown().optional(),
  data: z.unknown().optional(),
  meta: maybe(z.looseObject({ total: maybe(Numeric) })),
});

/** The content of a success, without its envelope and in the specification's names. Fails as `upstream`. */
export function readResult<Op extends Operation>(
  operation: Op,
  answer: Answer,
  context: FailureContext,
): OperationResult<Op> {
  const requestId = requestIdOf(answer, context.redact);
  const envelope = Envelope.safeParse(
    answer.text.trim() === "" ? {} : json(answer.text, operation.isExact ? readExact : undefined),
  );
  if (!envelope.success) throw unreadable("The answer is not a JSON object.", requestId, context);
  const { result: content = envelope.data.data } = envelope.data;
  // The answer to a DELETE is often empty. For any other method, an empty answer is not "there are none".
  if (content === undefined && operation.method !== "DELETE") {
    throw unreadable("The answer has no result.", requestId, context);
  }
  const neutral =
    operation.surface === "management" ? fromWire(content, context.connection.wireNames) : content;
  const read = operation.isPage ? { items: neutral, total: envelope.data.meta?.total } : neutral;
  const result = z.safeParse<Op["result"]>(operation.result, read);
  if (!result.success) throw unreadable(z.prettifyError(result.error), requestId, context);
  return result.data;
}
