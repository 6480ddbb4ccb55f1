import { parseArgs } from "node:util";
import { manifestText } from "./manifest.ts";

const usage = `Prints the manifest of your Slack app. Paste it at https://api.slack.com/apps > Create New App > From a manifest.

  npm run -s manifest -- --domain quartermaster.example.com   Slack calls your app at this public host name
  npm run -s manifest -- --socket                             Socket Mode: your app calls Slack, and needs no domain

Add --console observe.example.com to show cards for links to that console. You can give up to four, or five with --socket.
`;

const exampleHosts = { domain: "quartermaster.example.com", console: "observe.example.com" };

// Slack reaches no single word such as localhost, and no number alone is a domain.
const hostName = /^(?=.*[a-z])[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+$/i;

/** The manifest or the problem, and whether it worked. */
export interface ManifestOutput {
  text: string;
  isDone: boolean;
}

/** Runs `npm run manifest` with the words after `--`. */
export function manifestCommand(words: readonly string[]): ManifestOutput {
  if (words.length === 0) return failed();
  const { options, problem } = read(words);
  if (options === undefined) return failed(problem);
  const { domain, socket = false, console: given = [] } = options;
  if (domain === undefined && !socket) return failed("Add --domain or --socket.");
  if (domain !== undefined && !isHostName(domain)) return failed(notAHost("domain", domain));
  const wrong = given.find((host) => !isHostName(host));
  if (wrong !== undefined) return failed(notAHost("console", wrong));
  const consoles = [...new Set(given.map((host) => host.toLowerCase()))];
  // Slack takes five domains, and ours is one of them.
  const most = socket ? 5 : 4;
  if (consoles.length > most)
    return failed(
      `Slack takes at most ${socket ? "five" : "four"} consoles${socket ? "" : " beside the domain"}.`,
    );
  const manifest = { domain: socket ? undefined : domain?.toLowerCase(), consoles };
  return { text: manifestText(manifest, header(words, socket)), isDone: true };
}

function read(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        domain: { type: "string" },
        socket: { type: "boolean" },
        console: { type: "string", multiple: true },
      },
    });
    return { options: values };
  } catch (error) {
    // parseArgs throws at an option that it doesn't know, or that has no value. Its first sentence says so.
    return { problem: error instanceof Error ? error.message.split(". ")[0] : "" };
  }
}

function isHostName(text: string): boolean {
  return text.length <= 253 && hostName.test(text);
}

function notAHost(option: "domain" | "console", given: string): string {
  return `--${option} must be a host name alone, such as ${exampleHosts[option]}. “${given}” isn't one.`;
}

function header(words: readonly string[], socket: boolean): string {
  const use = socket ? "Socket Mode: it needs no public address" : "HTTPS";
  return [
    `The Slack app for ${use}. Paste it at https://api.slack.com/apps > Create New App > From a manifest.`,
    `Printed by: npm run -s manifest -- ${words.join(" ")}`,
  ].join("\n");
}

function failed(problem?: string): ManifestOutput {
  return { text: problem === undefined ? usage : `${problem}\n\n${usage}`, isDone: false };
}
