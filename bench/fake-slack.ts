import { createServer } from "node:http";
import process from "node:process";
import { minuteMs } from "../src/lib/duration.ts";

// As little of Slack's Web API as delivering needs, in a process of its own: every call succeeds at once. GET tells how
// many posts and edits there were.
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
