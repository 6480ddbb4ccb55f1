import process from "node:process";
import { App } from "@slack/bolt";

// The baseline: Bolt alone acknowledges with a given reply. It imports no code of the product.
const { PORT, SLACK_SIGNING_SECRET = "", REPLY_TEXT = "", REPLY_BLOCKS = "[]" } = process.env;
const reply = { text: REPLY_TEXT, blocks: JSON.parse(REPLY_BLOCKS) };

const app = new App({
  signingSecret: SLACK_SIGNING_SECRET,
  authorize: async () => ({ botToken: "xoxb-bench" }),
  convoStore: false,
  customRoutes: [{ path: "/readyz", method: "GET", handler: (_, response) => response.end("ready") }],
});
app.command("/db", ({ ack }) => ack(reply));
await app.start(Number(PORT));

process.once("SIGTERM", () => process.exit(0));
