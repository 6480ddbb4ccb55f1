import type { HonoRequest } from "hono";
import { SlackRefusal } from "./refusal.ts";

/** A request's JSON body. Refused as `invalid_payload` if it is none. */
export async function readJson(request: HonoRequest): Promise<unknown> {
  try {
    const body: unknown = await request.json();
    return body;
  } catch (cause) {
    throw new SlackRefusal("invalid_payload", [cause instanceof Error ? cause.message : "not JSON"]);
  }
}
