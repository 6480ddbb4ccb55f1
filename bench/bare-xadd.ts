import { createServer } from "node:http";
import process from "node:process";
import { Redis } from "ioredis";

// The baseline: receives a body and stores it. It imports no code of the product.
const { PORT, REDIS_URL = "" } = process.env;
const redis = new Redis(REDIS_URL);
const answer = '{"status":"accepted"}\n';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    void redis.xadd("bench:bare", "*", "body", Buffer.concat(chunks)).then(() => {
      response.writeHead(request.method === "POST" ? 202 : 200, {
        "content-type": "application/json",
        "content-length": answer.length,
      });
      return response.end(answer);
    });
  });
});
server.listen(Number(PORT));

process.once("SIGTERM", () => process.exit(0));
