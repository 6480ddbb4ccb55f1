import type { HonoRequest } from "hono";
import { isJsonObject, type JsonObject } from "../json.ts";
import { SlackRefusal } from "../refusal.ts";

/** A call's arguments, and its token from the header or the field. */
export async function readCall(
  request: HonoRequest,
): Promise<{ input: JsonObject; token: string | undefined }> {
  const authorization = request.header("authorization") ?? "";
  const { token: field, ...input } = {
    ...clientOf(authorization),
    ...request.query(),
    ...(await readBody(request)),
  };
  const [, bearer] = /^Bearer (\S+)$/iu.exec(authorization) ?? [];
  return { input, token: bearer ?? (typeof field === "string" ? field : undefined) };
}

/** HTTP Basic authentication carries an app's client id and secret. */
function clientOf(authorization: string): JsonObject {
  const [, basic] = /^Basic (\S+)$/iu.exec(authorization) ?? [];
  if (basic === undefined) return {};
  const [id = "", ...secret] = Buffer.from(basic, "base64").toString().split(":");
  return { client_id: id, client_secret: secret.join(":") };
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
