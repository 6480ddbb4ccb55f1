import process from "node:process";
import { App } from "@slack/bolt";

// The baseline: Bolt alone acknowledges a command and opens a modal. It imports no code of the product.
const { PORT, SLACK_SIGNING_SECRET = "", SLACK_API_URL = "", VIEW = "{}" } = process.env;
const view = JSON.parse(VIEW);

const app = new App({
  signingSecret: SLACK_SIGNING_SECRET,
  authorize: async () => ({ botToken: "xoxb-bench" }),
  clientOptions: { slackApiUrl: SLACK_API_URL },
  convoStore: false,
  customRoutes: [{ path: "/readyz", method: "GET", handler: (_, response) => response.end("ready") }],
});
app.command("/db", async ({ ack, body, client }) => {
  await ack();
  await client.views.open({ trigger_id: body.trigger_id, view });
});
await app.start(Number(PORT));

process.once("SIGTERM", () => process.exit(0));
