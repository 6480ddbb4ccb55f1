import type { z } from "zod";
import type { JsonObject } from "./json.ts";

interface RefusalDetails extends JsonObject {
  retryAfterMs?: number;
}

/** A request that Slack refuses, by Slack's own name of the error, with its messages for developers. */
export class SlackRefusal extends Error {
  override readonly name = "SlackRefusal";
  readonly error: string;
  readonly messages: readonly string[];
  readonly fields: JsonObject;
  readonly retryAfterMs: number | undefined;

  /** `fields` are in the response beside the error. `retryAfterMs` makes it a 429. */
  constructor(
    error: string,
    messages: readonly string[] = [],
    { retryAfterMs, ...fields }: RefusalDetails = {},
  ) {
    super(messages[0] ?? error);
    this.error = error;
    this.messages = messages;
    this.fields = fields;
    this.retryAfterMs = retryAfterMs;
  }

  /** Slack's response body. */
  get answer(): JsonObject {
    const metadata = this.messages.length > 0 ? { response_metadata: { messages: this.messages } } : {};
    return { ok: false, error: this.error, ...this.fields, ...metadata };
  }
}

/** Slack's answer to arguments of the wrong shape, one line for each of them. */
export function invalidArguments(error: z.ZodError): SlackRefusal {
  const messages = error.issues.map(
    ({ path, message }) => `[ERROR] ${message} [json-pointer:/${path.join("/")}]`,
  );
  return new SlackRefusal("invalid_arguments", messages);
}
