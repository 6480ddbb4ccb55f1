import type { IncomingMessage, ServerResponse } from "node:http";
import process from "node:process";
import { App } from "@slack/bolt";

// A relay as people write it in an afternoon: takes an alert, answers, and posts it with Bolt's client, which repeats
// failed calls by itself. Changes the message when the alert resolves. Keeps everything in memory. It imports no code
// of the product.
const { PORT, SLACK_API_URL = "" } = process.env;

interface Alert {
  id: string;
  title: string;
  channel: string;
  state: "firing" | "resolved";
}

const app = new App({
  signingSecret: "0123456789abcdef0123456789abcdef",
  token: "xoxb-bench",
  clientOptions: { slackApiUrl: SLACK_API_URL },
  convoStore: false,
  customRoutes: [
    { path: "/readyz", method: "GET", handler: (_, response) => response.end("ready") },
    { path: "/alerts", method: "POST", handler: (request, response) => void accept(request, response) },
  ],
});

/** The message of each alert. The next news of an alert waits for it. */
const messages = new Map<string, Promise<string | undefined>>();

async function accept(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
  } catch {
    // The sender hung up.
    return;
  }
  const alert: Alert = JSON.parse(Buffer.concat(chunks).toString());
  response.writeHead(202).end();
  messages.set(alert.id, show(alert, messages.get(alert.id)));
}

async function show(alert: Alert, before: Promise<string | undefined> | undefined) {
  const ts = await before;
  const { channel } = alert;
  const text = `${alert.state === "firing" ? "Firing" : "Resolved"}: ${alert.title}`;
  const blocks = [{ type: "section", text: { type: "mrkdwn", text } }];
  try {
    if (ts === undefined) return (await app.client.chat.postMessage({ channel, text, blocks })).ts;
    await app.client.chat.update({ channel, ts, text, blocks });
  } catch (error) {
    console.error(error);
  }
  return ts;
}

await app.start(Number(PORT));

process.once("SIGTERM", () => process.exit(0));
