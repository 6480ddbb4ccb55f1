import type { Surface } from "../../platform/cloud/operation.ts";
import { errorBody, tooManyRequestsBody } from "./answers.ts";
import { observabilityErrorBody } from "./observability/refusals.ts";

/** What a failure's body is on a surface, as running servers write it: a string goes out as text, an object as JSON. */
export function failureBody(
  { surface, requestId }: { surface: Surface; requestId: string },
  status: number,
  text: string,
): string | object {
  if (surface !== "management") return observabilityErrorBody(status, text);
  return status === 429 ? tooManyRequestsBody : errorBody(requestId, status, text);
}
