import type { z } from "zod";
import { isJsonObject, type JsonObject } from "../json.ts";
import { SlackRefusal } from "../refusal.ts";
import type { Slack } from "../slack.ts";

/** A Web API method: its token, its scopes (any one of them), and its work. */
export interface Method {
  readonly token: "bot" | "app" | "none";
  readonly scopes: readonly string[];
  /** The response's fields beside `ok: true`. Throws SlackRefusal for everything that Slack refuses. */
  run(input: JsonObject, slack: Slack): JsonObject;
}

interface Definition<Args extends z.ZodType> {
  token?: Method["token"];
  scopes?: readonly string[];
  args: Args;
  run(args: z.output<Args>, slack: Slack): JsonObject;
}

/** Declares a method. Its arguments are checked before it runs. */
export function method<Args extends z.ZodType>(definition: Definition<Args>): Method {
  const { token = "bot", scopes = [] } = definition;
  return {
    token,
    scopes,
    run(input, slack) {
      const read = definition.args.safeParse(input);
      if (!read.success) throw refusedArguments(read.error, input);
      return definition.run(read.data, slack);
    },
  };
}

/** Slack says "missing required field" for an absent field, and "must be …" for a wrong one. */
function refusedArguments({ issues }: z.ZodError, input: JsonObject): SlackRefusal {
  const messages = issues.map(({ path, message }) => {
    const isAbsent = isJsonObject(input) && input[String(path[0])] === undefined;
    return isAbsent
      ? `[ERROR] missing required field: ${String(path[0])}`
      : `[ERROR] ${message} [json-pointer:/${path.join("/")}]`;
  });
  return new SlackRefusal("invalid_arguments", messages);
}
