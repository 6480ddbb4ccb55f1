import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";

/** How long an unfinished start may take to stop. Other replicas continue whatever it began. */
const unfinishedMs = 3_000;

// Registered first: the first process of a container gets only the signals that it listens to.
const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ask());

// While modules load, V8 would double the space for new objects several times, and keep about 13 MB that an idle
// process doesn't need. The default is restored once the process serves.
setFlagsFromString("--semi-space-growth-factor=1");
const starting = import("./app/start.ts").then(({ start }) => start(process.env));
let isStarted = false;
void isAsked.then(async () => {
  const stopped = starting.then((begun) => ("stop" in begun ? begun.stop() : undefined));
  await (isStarted ? stopped : Promise.race([stopped, sleep(unfinishedMs)]));
  process.exit(0);
});
const app = await starting;
isStarted = true;
setFlagsFromString("--semi-space-growth-factor=2");

if ("problem" in app) {
  process.stderr.write(`${app.problem}\n`);
  process.exit(1);
}
// A newer version wrote to Redis. One more write of this one could spoil it.
const { message } = await app.refused;
process.stderr.write(`${message}\n`);
process.exit(1);
