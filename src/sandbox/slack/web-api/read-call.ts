import type { HonoRequest } from "hono";
import { isJsonObject, type JsonObject } from "../json.ts";
import { SlackRefusal } from "../refusal.ts";

/** A call's arguments, and its token from the header or the field. */
export async function readCall(
  request: HonoRequest,
): Promise<{ input: JsonObject; token: string | undefined }> {
  const { token: field, ...input } = { ...request.query(), ...(await readBody(request)) };
  const [, bearer] = /^Bearer (\S+)$/iu.exec(request.header("authorization") ?? "") ?? [];
  return { input, token: bearer ?? (typeof field === "string" ? field : undefined) };
}

async function readBody(request: HonoRequest): Promise<JsonObject> {
  const type = request.header("content-type") ?? "";
  if (request.method !== "POST" || type === "") return {};
  if (type.includes("application/json")) return readJson(await request.text());
  if (type.includes("form")) return request.parseBody();
  throw new SlackRefusal("invalid_post_type");
}

function readJson(text: string): JsonObject {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (cause) {
    throw new SlackRefusal("invalid_json", [cause instanceof Error ? cause.message : "not JSON"]);
  }
  throw new SlackRefusal("json_not_object");
}
