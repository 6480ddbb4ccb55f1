import { existsSync } from "node:fs";
import { resolve as absolute } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { ManifestError } from "./manifest.ts";
import { startLocalSlack } from "./server.ts";

const usage = `Starts a local Slack, prints one JSON line about it, and runs until Ctrl-C.

  npm start -- [--port N] [--app URL] [--manifest FILE]

--port      Its port. By default any free one.
--app       Your app's address, by default http://127.0.0.1:3000. Requests go to its path /slack/events.
--manifest  Your app's manifest: its commands, events and scopes apply. Without it, the app has the command
            /app and every scope.
`;

const Arguments = z.strictObject({
  port: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65_535)
    .default(0),
  app: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:3000"),
  manifest: z
    .string()
    // npm runs a package's script in the package's folder, and its user types paths in another one.
    .transform((path) => absolute(process.env["INIT_CWD"] ?? "", path))
    .refine(existsSync, "There is no such file.")
    .optional(),
});

/** The options, or why the words make no sense. */
function readArguments(words: string[]): z.output<typeof Arguments> | string {
  try {
    const { values } = parseArgs({
      args: words,
      options: { port: { type: "string" }, app: { type: "string" }, manifest: { type: "string" } },
    });
    const { data, error } = Arguments.safeParse(values);
    return data ?? error.issues.map(({ path, message }) => `--${path.join("")}: ${message}`).join("\n");
  } catch (error) {
    // parseArgs throws at an unknown option.
    return error instanceof Error ? error.message : String(error);
  }
}

async function run({ port, app: appUrl, manifest: manifestPath }: z.output<typeof Arguments>): Promise<void> {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  // Ctrl-C in `npm start` arrives twice, from the terminal and from npm. The second changes nothing.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => resolve());
  const slack = await startLocalSlack({ port, appUrl, ...(manifestPath ? { manifestPath } : {}) });
  // JSON omits the functions and keeps the facts.
  process.stdout.write(`${JSON.stringify(slack)}\n`);
  await asked;
  await slack.close();
}

const words = process.argv.slice(2);
const chosen = readArguments(words);
if (words.includes("--help")) {
  process.stdout.write(usage);
} else if (typeof chosen === "string") {
  process.stderr.write(`${chosen}\n\n${usage}`);
  process.exitCode = 2;
} else {
  try {
    await run(chosen);
  } catch (error) {
    const isBusy = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isBusy && !(error instanceof ManifestError)) throw error;
    const busy = `Port ${chosen.port} is busy. Give another, or leave --port out for any free one.`;
    process.stderr.write(`${isBusy ? busy : error.message}\n`);
    process.exitCode = 1;
  }
}
