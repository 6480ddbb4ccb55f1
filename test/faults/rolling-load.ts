import { Agent, type IncomingMessage, createServer, request } from "node:http";
import { text } from "node:stream/consumers";
import type { LocalSlack } from "@quartermaster/local-slack";
import type { KnownHook } from "../support/hook.ts";
import { listening } from "../support/listening.ts";
import { newTriggerId, signedHeaders } from "../support/signed-request.ts";
import { callsOf } from "./alert-channel.ts";
import { at } from "./alert-environment.ts";

/** What people and senders do while replicas are replaced. */
interface Load {
  alertsPerSecond: number;
  commandsPerSecond: number;
  /** The alert of a number, which counts from 1, and what follows its acceptance. */
  alert: (number: number) => { to: KnownHook; body: string; onAccepted?: () => void };
  /** Commands in turn, without "/db". */
  commands?: readonly string[];
}

interface Sent {
  path: string;
  headers: Record<string, string>;
  body: string;
  onAccepted?: (() => void) | undefined;
}

/** Shorter than a drain, so no request is sent on a connection in the moment in which a stop closes it. */
const idleMs = 500;

/** A busy machine gets fewer. Otherwise requests wait longer than a stop may take, and it must break them off. */
const mostAtOnce = 24;

/** Sends alerts and commands at a steady pace over kept connections, each once, and counts what fails. */
export async function startRollingLoad(
  url: string,
  slack: LocalSlack,
  { alertsPerSecond, commandsPerSecond, alert, commands = ["alerts"] }: Load,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 50, timeout: idleMs });
  const failures: string[] = [];
  const running = new Set<Promise<void>>();
  const sent = { alerts: 0, commands: 0 };
  const unanswered = new Set<string>();
  const responses = createServer((incoming, response) => {
    response.end("ok");
    void count(incoming);
  });
  const answers = await listening(responses);

  async function count(incoming: IncomingMessage): Promise<void> {
    const reply = await text(incoming);
    unanswered.delete(incoming.url ?? "");
    if (/went wrong|can't be reached/.test(reply)) failures.push(`/db: ${reply}`);
  }

  async function counted({ path, headers, body, onAccepted }: Sent): Promise<void> {
    const outcome = await post(`${url}${path}`, agent, headers, body);
    if (outcome === "200" || outcome === "202") onAccepted?.();
    else failures.push(`${path}: ${outcome}`);
  }

  function send(each: Sent): void {
    const work = counted(each).finally(() => running.delete(work));
    running.add(work);
  }

  function sendAlert(): void {
    const number = (sent.alerts += 1);
    const { to, body, onAccepted } = alert(number);
    const headers = { authorization: `Bearer ${to.secret}`, "idempotency-key": `rolling ${number}` };
    send({ path: `/hooks/${to.hook.id}`, headers, body, onAccepted });
  }

  function sendCommand(): void {
    const number = (sent.commands += 1);
    const path = `/commands/${number}`;
    unanswered.add(path);
    const body = new URLSearchParams({
      command: "/db",
      text: at(commands, number),
      team_id: slack.teamId,
      channel_id: at(slack.channels, 0).id,
      user_id: at(slack.users, 0).id,
      trigger_id: newTriggerId(),
      response_url: `${answers.url}${path}`,
    }).toString();
    send({ path: "/slack/events", headers: signedHeaders(slack.signingSecret, body), body });
  }

  const timers = [
    setInterval(() => running.size < mostAtOnce && sendAlert(), 1_000 / alertsPerSecond),
    setInterval(() => running.size < mostAtOnce && sendCommand(), 1_000 / commandsPerSecond),
  ];
  const end = () => timers.forEach((timer) => clearInterval(timer));
  return {
    /**
     * The commands without an answer. One that can't reach its response_url goes to the channel, and it may have arrived
     * there too, so there may be more answers than commands.
     */
    async unanswered(): Promise<string[]> {
      const whispers = await callsOf(slack, "chat.postEphemeral");
      return [...unanswered].slice(whispers.filter(({ ok }) => ok).length);
    },
    async stop() {
      end();
      await Promise.all(running);
      return { sent, failures };
    },
    async [Symbol.asyncDispose]() {
      end();
      agent.destroy();
      await answers.close();
    },
  };
}

/** The status of a response, or why there is none. */
function post(url: string, agent: Agent, headers: Record<string, string>, body: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const length = { "content-length": String(Buffer.byteLength(body)) };
  const sending = request(url, { method: "POST", agent, headers: { ...headers, ...length } });
  sending.on("response", (response: IncomingMessage) => {
    response.resume();
    response.on("end", () => resolve(String(response.statusCode)));
    response.on("error", (error) => resolve(error.message));
  });
  sending.on("error", (error) => resolve(error.message));
  sending.end(body);
  return promise;
}
