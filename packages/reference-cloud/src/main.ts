import { parseArgs } from "node:util";
import { z } from "zod";
import { startReferenceCloud } from "./server.ts";

const usage = `Starts a reference cloud, prints one JSON line about it, and runs until Ctrl-C.

  npm start -- [--port N]

--port  Its port. By default any free one.
`;

const Arguments = z.strictObject({
  port: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65_535)
    .default(0),
});

/** Undefined if the words make no sense. */
function readArguments(words: string[]): z.output<typeof Arguments> | undefined {
  try {
    const { values } = parseArgs({
      args: words,
      options: { port: { type: "string" } },
    });
    return Arguments.safeParse(values).data;
  } catch {
    // parseArgs throws at an unknown option. The usage text answers that too.
    return undefined;
  }
}

async function run({ port }: z.output<typeof Arguments>): Promise<void> {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  // Ctrl-C in `npm start` arrives twice, from the terminal and from npm. The second changes nothing.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => resolve());
  const cloud = await startReferenceCloud({ port });
  // JSON omits the functions and keeps the facts.
  process.stdout.write(`${JSON.stringify(cloud)}\n`);
  await asked;
  await cloud.close();
}

const words = process.argv.slice(2);
const chosen = readArguments(words);
if (words.includes("--help")) {
  process.stdout.write(usage);
} else if (chosen === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    await run(chosen);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    process.stderr.write(
      `Port ${chosen.port} is busy. Give another, or leave --port out for any free one.\n`,
    );
    process.exitCode = 1;
  }
}
