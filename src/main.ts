import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";

/** A start that is told to stop may take so long to come to its end: it has nothing under way that others do not carry on. */
const unfinishedMs = 3_000;

// From the first moment on: what runs as a container's first process is sent no signal that it does not listen to.
const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ask());

// While modules load, V8 would double the space for new objects again and again, and keep it: some 13 MB that an idle
// process does not need. Once it serves, the default is back.
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
