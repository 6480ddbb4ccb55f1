import type { Surface } from "./contract.ts";
import { errorBody, tooManyRequestsBody } from "./answers.ts";
import { observabilityErrorBody } from "./observability/refusals.ts";

/** A failure's body on a surface, like running servers. A string is sent as text, an object as JSON. */
export function failureBody(
  { surface, requestId }: { surface: Surface; requestId: string },
  status: number,
  text: string,
): string | object {
  if (surface !== "management") return observabilityErrorBody(status, text);
  return status === 429 ? tooManyRequestsBody : errorBody(requestId, status, text);
}
