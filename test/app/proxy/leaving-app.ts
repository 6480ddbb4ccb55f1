/** The app in a process of its own, which makes one call of each kind on request. For matrix.test.ts. */
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import process from "node:process";
import type { LookupFunction } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const own = z
  .object({
    TEST_TEAM: z.string(),
    TEST_USER: z.string(),
    TEST_CHANNEL: z.string(),
    TEST_ICAL: z.string(),
    TEST_PAGER: z.string(),
    TEST_NAMES: z.string().optional(),
  })
  .parse(process.env);

/** Looks up the test's names where no proxy does. */
const lookup: LookupFunction = (_, options, callback) => {
  if (options.all) callback(null, [{ address: "127.0.0.1", family: 4 }]);
  else callback(null, "127.0.0.1", 4);
};
if (own.TEST_NAMES) {
  Object.assign(dns, { lookup });
  syncBuiltinESMExports();
}

const lines: string[] = [];
const { start } = await import("../../../src/app/start.ts");
const { say } = await import("../../../src/platform/blocks/reply.ts");
const { listServices } = await import("../../../src/platform/cloud/services/service.ts");
const app = await start(process.env, { logTo: { write: (line) => void lines.push(line) } });
if ("problem" in app) throw new Error(app.problem);
const context = app.contextOf(own.TEST_TEAM);
const logged = (pattern: RegExp) => lines.find((line) => pattern.test(line));

const unclear = { sentence: "is the thing we sell with all right?", userId: own.TEST_USER, names: [] };
const asks = z.looseObject({ read: z.custom<(...given: unknown[]) => Promise<unknown>>() });

/** One call of each kind. Each gives what came, or fails. */
const calls: Record<string, (waitMs: number) => Promise<unknown>> = {
  "Slack's Web API": async () => {
    await context.messenger.upload({ name: "hello.csv", bytes: Buffer.from("hello") });
    await context.messenger.post(own.TEST_CHANNEL, say("hello"));
    return context.machine.slackTime();
  },
  "Slack's Socket Mode": async () => {
    for (;;) {
      await sleep(1_000);
      const trouble = context.machine.troubles().find((text) => text.includes("Socket Mode"));
      if (!trouble) return "open";
      if (!trouble.includes("being opened")) throw new Error(trouble);
    }
  },
  "the cloud": () => context.cloudOf("default").call(listServices, {}),
  "secret stores": async () => {
    for (const reference of ["vault:kv/data/acme#secret", "aws:acme"]) {
      context.secrets.forget(reference);
      await context.secrets.resolve(reference);
    }
    return "read";
  },
  rotas: () => context.outward({ method: "GET", url: own.TEST_ICAL }),
  "hand-over": () => context.outward({ method: "POST", url: own.TEST_PAGER, body: "{}" }),
  "a model": async () => {
    lines.length = 0;
    await asks.parse(context.model).read(unclear, context);
    const failed = logged(/the model didn't answer/);
    if (failed) throw new Error(failed);
    return "read";
  },
  telemetry: async (waitMs) => {
    const endsAt = performance.now() + waitMs;
    while (performance.now() < endsAt) {
      await sleep(200);
      const failed = logged(/"from":"opentelemetry"/);
      if (failed) throw new Error(failed);
    }
    return "sent";
  },
};

async function outcomes(waitMs: number) {
  const all = Object.entries(calls).map(async ([kind, call]) => {
    try {
      return [kind, (await call(waitMs)) === undefined ? "nothing" : "ok"];
    } catch (error) {
      return [kind, error instanceof Error ? error.message : "not an error"];
    }
  });
  return { outcomes: Object.fromEntries(await Promise.all(all)), log: lines.join("") };
}

process.on("message", (waitMs: number) => void outcomes(waitMs).then((made) => process.send?.(made)));
process.on("disconnect", () => void app.stop().then(() => process.exit(0)));
process.send?.({ ready: true });
