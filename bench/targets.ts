import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { bundleDirectory } from "../build/bundle.ts";
import packageJson from "../package.json" with { type: "json" };
import type { Reply } from "../src/platform/blocks/reply.ts";

/** A program that answers Slack at /slack/events and GET /readyz, on the port in PORT. */
export interface Target {
  name: string;
  script: string;
  /** Arguments of Node itself. */
  flags?: readonly string[];
  env: Record<string, string>;
}

/** The product, as `npm start` and the image start it. */
export function appTarget(options: {
  signingSecret: string;
  redisUrl: string;
  nowhere: string;
  slackApiUrl: string;
}): Target {
  return {
    name: "app",
    script: join(bundleDirectory, "main.js"),
    flags: packageJson.scripts.start.match(/--[a-z-]+=\d+/g) ?? [],
    env: {
      ...memorySettings(),
      REDIS_URL: options.redisUrl,
      DRAIN_SECONDS: "0",
      ENCRYPTION_KEYS: `bench:${randomBytes(32).toString("base64")}`,
      SLACK_SIGNING_SECRET: options.signingSecret,
      SLACK_BOT_TOKEN: "xoxb-bench",
      SLACK_API_URL: options.slackApiUrl,
      CLOUD_BASE_URL: options.nowhere,
      CLOUD_ORGANIZATION_ID: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
      CLOUD_KEY_ID_REF: "env:BENCH_KEY_ID",
      CLOUD_KEY_SECRET_REF: "env:BENCH_KEY_SECRET",
      PERSON_REQUESTS_PER_MINUTE: "999999",
      WORKSPACE_REQUESTS_PER_MINUTE: "999999",
      HOOK_ALERTS_PER_MINUTE: "999999",
      HOOK_MB_PER_MINUTE: "999999",
      WORKSPACE_ALERTS_PER_MINUTE: "999999",
      WORKSPACE_ALERT_MB_PER_MINUTE: "999999",
      BENCH_KEY_ID: "key",
      BENCH_KEY_SECRET: "secret",
    },
  };
}

/** What `npm start` tells the memory allocator. */
function memorySettings(): Record<string, string> {
  const found = packageJson.scripts.start.matchAll(/\b(MALLOC_\w+)=(\d+)/g);
  return Object.fromEntries([...found].map(([, name = "", value = ""]) => [name, value]));
}

/** The product in a process that also draws charts without pause, or only could. */
export function paintingTarget(app: Target, paints: boolean): Target {
  return {
    ...app,
    name: paints ? "drawing" : "not drawing",
    script: fileURLToPath(import.meta.resolve("./painting-app.ts")),
    env: { ...app.env, PAINTS: String(paints) },
  };
}

/** Bolt with only one command. */
export function bareBoltTarget({ signingSecret, reply }: { signingSecret: string; reply: Reply }): Target {
  return {
    name: "bare Bolt",
    script: fileURLToPath(import.meta.resolve("./bare-bolt.ts")),
    env: {
      SLACK_SIGNING_SECRET: signingSecret,
      REPLY_TEXT: reply.text,
      REPLY_BLOCKS: JSON.stringify(reply.blocks),
    },
  };
}

/** The same in one bundled file, as hardly anyone runs it. It shows what is the bundle's share. */
export async function bundledBareBoltTarget(bareBolt: Target): Promise<Target> {
  const directory = join(import.meta.dirname, "../node_modules/.cache/quartermaster/bare-bolt");
  await build({ input: bareBolt.script, platform: "node", output: { dir: directory, format: "esm" } });
  return { ...bareBolt, name: "bare Bolt, bundled", script: join(directory, "bare-bolt.js") };
}

/** A server that only adds each body to a stream. */
export function bareXaddTarget(redisUrl: string): Target {
  return {
    name: "bare XADD",
    script: fileURLToPath(import.meta.resolve("./bare-xadd.ts")),
    env: { REDIS_URL: redisUrl },
  };
}

/** Bolt with only one command, which opens a modal. The view is JSON. */
export function bareBoltModalTarget(options: {
  signingSecret: string;
  slackApiUrl: string;
  view: string;
}): Target {
  return {
    name: "bare Bolt",
    script: fileURLToPath(import.meta.resolve("./bare-bolt-modal.ts")),
    env: {
      SLACK_SIGNING_SECRET: options.signingSecret,
      SLACK_API_URL: options.slackApiUrl,
      VIEW: options.view,
    },
  };
}

/** The product without pauses between posts. */
export function unpacedTarget(app: Target): Target {
  return { ...app, name: "unpaced", script: fileURLToPath(import.meta.resolve("./unpaced-app.ts")) };
}

/** A relay that only stores each alert, posts it and drops it. */
export function bareRelayTarget({ env }: Target): Target {
  return {
    name: "bare relay",
    script: fileURLToPath(import.meta.resolve("./bare-relay.ts")),
    env: { REDIS_URL: env["REDIS_URL"] ?? "", SLACK_API_URL: env["SLACK_API_URL"] ?? "" },
  };
}

/** A Slack that accepts everything at once, and counts. */
export function fakeSlackTarget(): Target {
  return { name: "fake Slack", script: fileURLToPath(import.meta.resolve("./fake-slack.ts")), env: {} };
}
