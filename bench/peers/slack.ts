import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { freePort } from "../../src/demo/redis.ts";
import { minuteMs } from "../../src/lib/duration.ts";
import { benchWorkspaceId } from "../signed-command.ts";

/** One state that a message showed. */
interface Shown {
  text: string;
  atMs: number;
}

/** A message of a channel, with everything that it ever showed. The last is what it shows now. */
export interface Message {
  channel: string;
  ts: string;
  threadTs: string | undefined;
  metadata: unknown;
  shown: Shown[];
}

/** The part of Slack that relays use. It remembers what they post. */
export interface PeersSlack extends AsyncDisposable {
  apiUrl: string;
  /** The address of an incoming webhook, which posts to the channel that its body names. */
  webhookUrl: string;
  messages: readonly Message[];
  /** Answers each n-th call with 429, and asks to wait a second. 0 is none. */
  limitEach(n: number): void;
  /** Drops all connections and refuses new ones. Calls that had arrived are done, but not answered. */
  leave(): void;
  comeBack(): Promise<void>;
}

/** Slack takes about so long for a post. Half of it passes until the message is there. */
const callMs = 100;

const Call = z.object({
  channel: z.string().default(""),
  text: z.string().optional(),
  attachments: z.array(z.looseObject({ title: z.string().optional() })).optional(),
  ts: z.string().default(""),
  thread_ts: z.string().optional(),
  metadata: z.unknown().optional(),
  oldest: z.coerce.number().default(0),
});
type Call = z.output<typeof Call>;

type Answer = Record<string, unknown>;

/** Starts it in this process. */
export async function startPeersSlack(): Promise<PeersSlack> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const messages: Message[] = [];
  const methods = webApi(messages);
  let [limitedEach, calls] = [0, 0];

  const server = createServer((request, response) => void answer(request, response));
  server.keepAliveTimeout = minuteMs;
  server.on("clientError", (_, socket) => socket.destroy());

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request).catch(() => undefined);
    // The caller died while it sent.
    if (body === undefined) return;
    const isWebhook = request.url?.startsWith("/services/") ?? false;
    const method = isWebhook ? "chat.postMessage" : (request.url?.split(/[/?]/)[2] ?? "");
    calls += 1;
    if (limitedEach > 0 && calls % limitedEach === 0) {
      response.writeHead(429, { "retry-after": "1", "content-type": "application/json" });
      response.end('{"ok":false,"error":"ratelimited"}');
      return;
    }
    await wait(callMs / 2);
    const answered = (methods[method] ?? others)(callOf(body, request.headers["content-type"]));
    await wait(callMs / 2);
    response.writeHead(200, { "content-type": isWebhook ? "text/plain" : "application/json" });
    response.end(isWebhook ? "ok" : JSON.stringify(answered));
  }

  async function comeBack(): Promise<void> {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }
  function leave(): void {
    server.close();
    server.closeAllConnections();
  }
  await comeBack();
  return {
    apiUrl: `${origin}/api/`,
    webhookUrl: `${origin}/services/${benchWorkspaceId}/B0BENCH/secret`,
    messages,
    limitEach: (n) => (limitedEach = n),
    leave,
    comeBack,
    [Symbol.asyncDispose]: async () => leave(),
  };
}

/** The methods that read or change messages. */
function webApi(messages: Message[]): Record<string, (call: Call) => Answer> {
  let last = 0;
  function nextTs(): string {
    last = Math.max(last + 1, Date.now() * 1_000);
    return `${Math.floor(last / 1_000_000)}.${String(last % 1_000_000).padStart(6, "0")}`;
  }
  const found = (channel: string, isSought: (message: Message) => boolean) => {
    const all = messages.filter((message) => message.channel === channel && isSought(message));
    return { ok: true, has_more: false, messages: all.map(publicMessage) };
  };
  return {
    "chat.postMessage"(call) {
      const { channel, thread_ts: threadTs, metadata } = call;
      const message = { channel, ts: nextTs(), threadTs, metadata, shown: [shownIn(call)] };
      messages.push(message);
      return { ok: true, channel, ts: message.ts, message: publicMessage(message) };
    },
    "chat.update"(call) {
      const { channel, ts } = call;
      const message = messages.find((each) => each.channel === channel && each.ts === ts);
      if (!message) return { ok: false, error: "message_not_found" };
      message.shown.push(shownIn(call));
      return { ok: true, channel, ts };
    },
    "conversations.history"({ channel, oldest }) {
      const answer = found(channel, ({ ts, threadTs }) => threadTs === undefined && Number(ts) > oldest);
      return { ...answer, messages: answer.messages.toReversed() };
    },
    "conversations.replies": ({ channel, ts, oldest }) =>
      found(channel, (each) => each.ts === ts || (each.threadTs === ts && Number(each.ts) > oldest)),
  };
}

/** Any other call succeeds, and everyone is an admin. */
function others(): Answer {
  const user = { id: "U0BENCH", name: "bench", team_id: benchWorkspaceId, is_admin: true };
  return { ok: true, team_id: benchWorkspaceId, user_id: "U0APP", bot_id: "B0APP", user };
}

function shownIn({ text, attachments }: Call): Shown {
  return { text: text ?? attachments?.[0]?.title ?? "", atMs: Date.now() };
}

function publicMessage({ ts, threadTs, metadata, shown }: Message): { ts: string } & Answer {
  return { ts, thread_ts: threadTs, text: shown.at(-1)?.text ?? "", metadata };
}

/** Bolt sends forms, with JSON in their fields. */
function callOf(body: string, contentType = ""): Call {
  if (contentType.startsWith("application/json") || body.startsWith("{")) return Call.parse(JSON.parse(body));
  const fields = [...new URLSearchParams(body)].map(([name, value]) => [
    name,
    /^[[{]/.test(value) ? JSON.parse(value) : value,
  ]);
  return Call.parse(Object.fromEntries(fields));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: string[] = [];
  request.setEncoding("utf8");
  for await (const chunk of request) chunks.push(String(chunk));
  return chunks.join("");
}
