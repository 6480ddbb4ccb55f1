import { appendFileSync } from "node:fs";
import { subscribe } from "node:diagnostics_channel";
import { join, relative } from "node:path";
import process from "node:process";
import { expect } from "vitest";
import { z } from "zod";
import { isJsonObject, stringOf, type JsonObject } from "@quartermaster/local-slack/person";
import { type SeenText, foldText, textsIn } from "./text.ts";

const Made = z.object({ surface: z.string(), content: z.unknown() });
const Entry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("request"), answer: z.unknown() }),
  z.object({ kind: z.literal("call"), method: z.string(), arguments: z.record(z.string(), z.unknown()) }),
]);

const directory = process.env["TEXTS_DIRECTORY"];
// One module is loaded for each test file of a worker, and all of them share the process.
const once = Symbol.for("texts collected");

if (directory !== undefined && !(once in globalThis)) {
  Object.assign(globalThis, { [once]: true });
  collect(join(directory, `${process.pid}.jsonl`));
}

/** Writes each text that this process has not written yet. */
function collect(file: string): void {
  const seen = new Set<string>();

  function note(surface: string, content: unknown): void {
    const from = relative(process.cwd(), expect.getState().testPath ?? "");
    for (const text of textsIn(content).flatMap(foldText)) {
      const key = `${surface}\n${text}`;
      if (seen.has(key)) continue;
      seen.add(key);
      appendFileSync(file, `${JSON.stringify({ surface, text, from } satisfies SeenText)}\n`);
    }
  }

  subscribe("texts", (made) => {
    if (isMadeAtRandom()) return;
    const { surface, content } = Made.parse(made);
    note(surface, content);
  });
  subscribe("local-slack", (entry) => {
    for (const [surface, content] of slackTexts(Entry.parse(entry))) note(surface, content);
  });
  subscribe("app-log", (written) => {
    for (const line of String(written).split("\n")) note("log", { text: messageOf(line) });
  });
  globalThis.fetch = notingPages(globalThis.fetch, (page) => note("page", { text: page }));
}

/** True for a property's call: its random words are not worth reading. */
function isMadeAtRandom(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = Infinity;
  const { stack = "" } = new Error("stack");
  Error.stackTraceLimit = stackTraceLimit;
  return stack.includes("/fast-check/");
}

const surfaces: Record<string, string> = {
  "views.publish": "home",
  "chat.postEphemeral": "ephemeral",
  "chat.unfurl": "unfurl",
  "files.completeUploadExternal": "file",
  "functions.completeError": "step",
  response_url: "answer",
};

/** What a person sees of a request between the app and the local Slack. */
function slackTexts(entry: z.output<typeof Entry>): [string, unknown][] {
  if (entry.kind === "request") return [["acknowledgement", entry.answer]];
  const { method } = entry;
  if (method.startsWith("views.") || method.startsWith("chat.") || method in surfaces)
    return [[surfaces[method] ?? (method.startsWith("views.") ? "modal" : "message"), read(entry.arguments)]];
  return [];
}

/** Blocks and views may come as JSON in a string. */
function read(input: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      typeof value === "string" && /^[[{]/.test(value) ? parsed(value) : value,
    ]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A log line's message. A line that is not pino's stands for itself, such as an error at the start. */
function messageOf(line: string): string {
  const entry = parsed(line);
  return isJsonObject(entry) ? (stringOf(entry["msg"]) ?? "") : line;
}

function notingPages(original: typeof fetch, note: (text: string) => void): typeof fetch {
  return async (...request) => {
    const response = await original(...request);
    if (response.headers.get("content-type")?.includes("text/html")) {
      const html = await response.clone().text();
      const visible = html.replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, "");
      for (const line of visible.split(/<[^>]*>/)) note(line);
    }
    return response;
  };
}
