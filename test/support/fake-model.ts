import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listening } from "./listening.ts";

/** How the endpoint answers: with a status and a body, by ending the connection, or never. */
export type ModelAnswering = { status: number; body: string } | "nothing" | "hold";

/** A request as it came. */
export interface ModelRequest {
  path: string | undefined;
  authorization: string | undefined;
  body: string;
}

/** An endpoint that speaks OpenAI's chat form. Tests choose its answers. */
export interface FakeModel {
  /** With `/v1`. */
  readonly url: string;
  readonly requests: ModelRequest[];
  answers: (answering: ModelAnswering) => void;
  close: () => Promise<void>;
}

/** Starts one on a free port. */
export async function startFakeModel(): Promise<FakeModel> {
  const requests: ModelRequest[] = [];
  let answering: ModelAnswering = "nothing";
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      requests.push({ path: incoming.url, authorization: incoming.headers.authorization, body });
      if (answering === "hold") return undefined;
      if (answering === "nothing") return incoming.socket.destroy();
      return response.writeHead(answering.status).end(answering.body);
    });
  });
  const { url, close } = await listening(server);
  return {
    url: `${url}/v1`,
    requests,
    answers: (next) => void (answering = next),
    close,
  };
}

/** An answer with these calls. */
export function calling(...calls: readonly (readonly [name: string, args: object | string])[]) {
  const tool_calls = calls.map(([name, args]) => ({
    id: "1",
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  }));
  const message = { role: "assistant", content: "I ran it for you!", tool_calls };
  return { status: 200, body: JSON.stringify({ choices: [{ message }] }) };
}

const Sent = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).length(2),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })),
});
const Asked = z.strictObject({
  request: z.string(),
  today: z.string(),
  names: z.record(z.string(), z.array(z.string())),
});

/** What a request says: the sentence, the names and the entries' names. */
export function sentTo({ body }: Pick<ModelRequest, "body">) {
  const { messages, tools } = Sent.parse(JSON.parse(body));
  const asked = Asked.parse(JSON.parse(messages[1]?.content ?? ""));
  return { ...asked, entries: tools.map((tool) => tool.function.name) };
}
