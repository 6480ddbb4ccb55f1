import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { askedToEnd } from "./signals.ts";

// By default the app's own PORT.
const usualApp = "http://127.0.0.1:3000";

const usage = `Starts one part of the sandbox, prints one JSON line about it, and runs until Ctrl-C.

  npm run sandbox -- cloud [--port N]
  npm run sandbox -- slack [--port N] [--app URL] [--manifest FILE]

Without --port, it takes any free port. The local Slack sends its requests to the app at --app, by default
${usualApp}. --manifest is the app's manifest: its commands, events and scopes apply. Without it, those of
manifest.yml apply, and every scope is granted. The address, the limit on posting and the unfurled domains
can be changed while it runs:
POST {"appUrl": "http://127.0.0.1:4000", "rateLimitPosts": false, "unfurlDomains": ["127.0.0.1"]} to /page/settings.
`;

const Port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port <= 65_535)
  .default(0);

const Arguments = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("cloud"), port: Port }),
  z.strictObject({
    kind: z.literal("slack"),
    port: Port,
    app: z.url({ protocol: /^https?$/ }).default(usualApp),
    manifest: z.string().refine(existsSync).optional(),
  }),
]);
type Arguments = z.output<typeof Arguments>;

/** The request in the words after `npm run sandbox --`. Undefined if they make no sense. */
function readArguments(words: string[]): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { port: { type: "string" }, app: { type: "string" }, manifest: { type: "string" } },
    });
    const [kind, ...more] = positionals;
    return more.length > 0 ? undefined : Arguments.safeParse({ kind, ...values }).data;
  } catch {
    // parseArgs throws at an unknown option. The usage text answers that too.
    return undefined;
  }
}

/** Loads only the requested part, because each takes a moment. */
async function start(chosen: Arguments): Promise<{ close(): Promise<void> }> {
  if (chosen.kind === "cloud") {
    const { startSandboxCloud } = await import("./cloud/server.ts");
    return startSandboxCloud({ port: chosen.port });
  }
  const { startSandboxSlack } = await import("./slack/server.ts");
  const { port, app: appUrl, manifest: manifestPath } = chosen;
  return startSandboxSlack({ port, appUrl, ...(manifestPath ? { manifestPath } : { allScopes: true }) });
}

async function run(chosen: Arguments): Promise<void> {
  const ending = askedToEnd();
  const part = await start(chosen);
  // JSON omits the functions and keeps the facts.
  process.stdout.write(`${JSON.stringify({ kind: chosen.kind, ...part })}\n`);
  await ending;
  await part.close();
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

const chosen = readArguments(process.argv.slice(2));
if (chosen === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    await run(chosen);
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    process.stderr.write(
      `Port ${chosen.port} is busy. Give another, or leave --port out for any free one.\n`,
    );
    process.exitCode = 1;
  }
}
