import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { isJsonObject, type JsonObject } from "../src/json.ts";
import { startLocalSlack, type LocalSlack, type LocalSlackOptions } from "../src/server.ts";
import { person, type SlackPerson } from "../src/drive/person.ts";

/** A request that the tiny app got. */
export interface Received {
  /** "command", or the payload's or event envelope's type. */
  kind: string;
  payload: JsonObject;
  headers: IncomingMessage["headers"];
  raw: string;
}

/** The tiny app's answer: nothing for an empty 200, or "never" to not respond. */
export type Answer =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | "never"
  | undefined;

/** A small app on node:http, with its local Slack and Ada as its user. */
export interface TinyApp extends AsyncDisposable {
  slack: LocalSlack;
  ada: SlackPerson;
  received: Received[];
  /** Calls the Web API with the bot token. */
  call: (method: string, args?: JsonObject) => Promise<JsonObject>;
  /** The trigger_id of the last request. */
  trigger: () => string;
}

/** Starts all three. `answer` gets each request, and may be slow or wrong. */
export async function tinyApp(
  answer: (received: Received, app: TinyApp) => Answer | Promise<Answer> = () => undefined,
  options: LocalSlackOptions = {},
): Promise<TinyApp> {
  const received: Received[] = [];
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = await read(request);
    received.push(one);
    respond(response, await answer(one, app));
  };
  const slack = await startLocalSlack({
    page: false,
    rateLimitPosts: false,
    ...options,
  });
  const ada = person(slack, "Ada Park");
  const server = createServer((request, response) => void reply(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  slack.setAppUrl(addressOf(server.address()));

  const app: TinyApp = {
    slack,
    ada,
    received,
    call: (method, args = {}) => callAs(slack, slack.botToken, method, args),
    trigger: () => String(received.at(-1)?.payload.trigger_id),
    async [Symbol.asyncDispose]() {
      await ada.leave();
      await slack.close();
      server.closeAllConnections();
      server.close();
    },
  };
  return app;
}

/** Calls a Web API method with a JSON body. */
export async function callAs(
  slack: LocalSlack,
  token: string,
  method: string,
  args: JsonObject = {},
): Promise<JsonObject> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json; charset=utf-8" };
  const response = await fetch(`${slack.apiUrl}${method}`, {
    method: "POST",
    headers,
    body: JSON.stringify(args),
  });
  return asObject(await response.json());
}

/** The signature of Slack's documentation, computed without the local Slack's code. */
export function expectedSignature(signingSecret: string, { headers, raw }: Received): string {
  const hmac = createHmac("sha256", signingSecret);
  hmac.update(["v0", String(headers["x-slack-request-timestamp"]), raw].join(":"));
  return `v0=${hmac.digest("hex")}`;
}

/** The value as an object. Fails the test if it is none. */
export function asObject(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new Error(`Not an object: ${JSON.stringify(value)}`);
  return value;
}

/** The id of one of the seeded channels. */
export function channelId({ channels }: LocalSlack, name: string): string {
  return channels.find((channel) => channel.name === name)?.id ?? "";
}

/** A modal with one text input and the given fields. */
export function modalView(more: JsonObject = {}): JsonObject {
  return {
    type: "modal",
    title: { type: "plain_text", text: "Form" },
    submit: { type: "plain_text", text: "Send" },
    blocks: [textInput("name")],
    ...more,
  };
}

/** An input block with one id as its block_id and action_id. */
export function textInput(id: string, element: JsonObject = {}, block: JsonObject = {}): JsonObject {
  return {
    type: "input",
    block_id: id,
    label: { type: "plain_text", text: id },
    element: { type: "plain_text_input", action_id: id, ...element },
    ...block,
  };
}

/** A button with this action_id, in its own block. */
export function buttonBlock(actionId: string, value = "pressed"): JsonObject {
  const text = { type: "plain_text", text: actionId };
  return {
    type: "actions",
    block_id: `${actionId}-block`,
    elements: [{ type: "button", action_id: actionId, text, value }],
  };
}

function respond(response: ServerResponse, said: Answer): void {
  if (said === "never") return;
  const json = said?.json === undefined ? undefined : JSON.stringify(said.json);
  const type = json === undefined ? {} : { "content-type": "application/json" };
  response.writeHead(said?.status ?? 200, { ...type, ...said?.headers }).end(json ?? said?.text ?? "");
}

async function read(request: IncomingMessage): Promise<Received> {
  const raw = await text(request);
  const { headers } = request;
  if (headers["content-type"] === "application/json") {
    const payload = asObject(JSON.parse(raw));
    return { kind: String(payload.type), payload, headers, raw };
  }
  const form = Object.fromEntries(new URLSearchParams(raw));
  const payload = form.payload === undefined ? form : asObject(JSON.parse(form.payload));
  return { kind: typeof payload.type === "string" ? payload.type : "command", payload, headers, raw };
}

function addressOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): string {
  if (address === null || typeof address === "string") throw new Error("The tiny app has no port.");
  return `http://127.0.0.1:${address.port}`;
}
