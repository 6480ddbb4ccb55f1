import { createServer } from "node:http";
import process from "node:process";
import { minuteMs } from "../src/lib/duration.ts";

// The part of Slack's Web API that delivering needs, in a separate process. Every call succeeds at once. GET returns
// the numbers of posts and edits.
const counts = { posts: 0, edits: 0, others: 0 };

const server = createServer((request, response) => {
  const method = request.url?.slice(request.url.lastIndexOf("/") + 1) ?? "";
  if (request.method === "GET") {
    response.end(JSON.stringify(counts));
    return;
  }
  request.resume();
  request.on("end", () => {
    const kind = kindOf(method);
    counts[kind] += 1;
    const ts = `1700000000.${String(counts[kind]).padStart(6, "0")}`;
    const body = `{"ok":true,"ts":"${ts}"}`;
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  });
});
server.keepAliveTimeout = minuteMs;
server.listen(Number(process.env["PORT"]), "127.0.0.1");

function kindOf(method: string): keyof typeof counts {
  if (method === "chat.postMessage") return "posts";
  return method === "chat.update" ? "edits" : "others";
}
