import { subscribe } from "node:diagnostics_channel";
import process from "node:process";
import { Redis } from "ioredis";
import { z } from "zod";

// Loaded before the app's own modules. Stops its process (SIGSTOP) once, at the point STOP_AT of the creation STOP_FOR.
const creation = z.object({
  request: z.object({ method: z.literal("POST"), path: z.string().endsWith("/services") }),
});
const point = process.env["STOP_AT"];
let isCreating = false;
let isStopped = false;

function stop(): void {
  if (isStopped) return;
  isStopped = true;
  process.kill(process.pid, "SIGSTOP");
}

function stopIfCreation(message: unknown): void {
  if (creation.safeParse(message).success) stop();
}

/** Stops after Redis answered the command that wrote the request's key with this text. */
function stopOnceKept(kind: "submission" | "request", text = ""): void {
  const key = `:${kind}:${process.env["STOP_FOR"]}`;
  const send: unknown = Reflect.get(Redis.prototype, "sendCommand");
  if (typeof send !== "function") throw new Error("ioredis sends commands otherwise now.");
  Reflect.set(Redis.prototype, "sendCommand", function stopping(this: Redis, ...sent: [{ args: unknown[] }]) {
    const args = sent[0].args.map(String);
    const isMeant =
      args.some((arg) => arg.endsWith(key)) && args.some((arg) => arg.startsWith("{") && arg.includes(text));
    const answer: unknown = Reflect.apply(send, this, sent);
    if (isMeant) void Promise.resolve(answer).then(stop, () => undefined);
    return answer;
  });
}

switch (point) {
  case "remembered":
    stopOnceKept("submission");
    break;
  case "fenced":
    stopOnceKept("request", `"status":"sending"`);
    break;
  case "connecting":
    subscribe("undici:request:create", (message) => (isCreating ||= creation.safeParse(message).success));
    subscribe("undici:client:beforeConnect", () => isCreating && stop());
    break;
  case "connected":
    subscribe("undici:request:create", (message) => (isCreating ||= creation.safeParse(message).success));
    subscribe("undici:client:connected", () => isCreating && stop());
    break;
  case "leaving":
    subscribe("undici:client:sendHeaders", stopIfCreation);
    break;
  default:
    throw new Error(`There is no point “${point}”.`);
}
