import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { inWords } from "../../../lib/problem-words.ts";
import { type Role, isAtLeast } from "../../../platform/access/role.ts";
import { kindOf, withoutOld } from "../../../platform/commands/arguments/kind.ts";
import type { Entry } from "../../../platform/commands/entry.ts";
import type { McpSettings } from "../context.ts";
import {
  ChangesResult,
  OfferResult,
  StatusArgs,
  changesArgsOf,
  changesName,
  proposalOf,
  proposeName,
  statusName,
} from "../offers/shapes.ts";
import * as texts from "../texts.ts";
import type { TokenAccess } from "../tokens/tokens.ts";

/** JSON Schema, as a client gets it. */
type JsonSchema = { type: "object"; [keyword: string]: unknown };

/** A tool as a client sees it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/** Everything that decides which tools a caller has. */
interface Caller {
  role: Role | undefined;
  access: TokenAccess;
}

// People make and end tokens themselves. A program must not ask for more of what it is.
const neverByPrograms = /^tokens_/;

/** True for an entry that programs may call or propose. */
export function isForPrograms({ name }: Entry): boolean {
  return !neverByPrograms.test(name);
}

/** The reads that a caller may call, and the changes that they may propose. */
export function entriesFor(entries: readonly Entry[], { role, access }: Caller, settings: McpSettings) {
  const allowed = entries.filter((entry) => isForPrograms(entry) && isAtLeast(role, entry.access));
  const proposes = access === "propose" && !settings.isReadOnly;
  return {
    reads: allowed.filter(({ effect, isTool, shares }) => effect === "read" && isTool && !shares),
    changes: proposes ? allowed.filter(({ effect }) => effect !== "read") : [],
  };
}

/** The tools that a caller has now. */
export function toolsFor(entries: readonly Entry[], caller: Caller, settings: McpSettings): Tool[] {
  const { reads, changes } = entriesFor(entries, caller, settings);
  const direct = changes.filter(({ isTool }) => isTool);
  const read = reads.map((entry) => readTool(entry));
  if (changes.length === 0) return read;
  return [
    ...read,
    ...direct.map((entry) => offerTool(entry)),
    changesTool(changes),
    proposeTool(changes),
    statusTool(),
  ];
}

function readTool(entry: Entry): Tool {
  const { name, title, summary, args, result } = entry;
  return {
    name,
    title,
    description: summary,
    inputSchema: schemaOf(args, "input"),
    ...(result && { outputSchema: schemaOf(result, "output") }),
    annotations: { ...reading, idempotentHint: true },
  };
}

const reading = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
// It posts one message to the person, and the same proposal twice is one.
const proposing = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };

function offerTool({ name, title, summary, args }: Entry): Tool {
  return {
    name,
    title,
    description: texts.offersOnly(summary),
    inputSchema: schemaOf(args, "input"),
    outputSchema: schemaOf(OfferResult, "output"),
    annotations: proposing,
  };
}

function proposeTool(changes: readonly Entry[]): Tool {
  return {
    name: proposeName,
    title: texts.proposeTitle,
    description: texts.proposeDescription,
    inputSchema: schemaOf(proposalOf(changes), "input"),
    outputSchema: schemaOf(OfferResult, "output"),
    annotations: proposing,
  };
}

function changesTool(changes: readonly Entry[]): Tool {
  return {
    name: changesName,
    title: texts.changesTitle,
    description: texts.changesDescription,
    inputSchema: schemaOf(changesArgsOf(changes), "input"),
    outputSchema: schemaOf(ChangesResult, "output"),
    annotations: { ...reading, idempotentHint: true },
  };
}

function statusTool(): Tool {
  return {
    name: statusName,
    title: texts.statusTitle,
    description: texts.statusDescription,
    inputSchema: schemaOf(StatusArgs, "input"),
    outputSchema: schemaOf(OfferResult, "output"),
    annotations: { ...reading, idempotentHint: true },
  };
}

/** The changes that a caller may propose, each in short, or one of them with its arguments. Fails as user. */
export function listChanges(given: unknown, changes: readonly Entry[]): ChangesResult {
  const { command } = argumentsIn(changesArgsOf(changes), given);
  const asked = changes.filter(({ name }) => command === undefined || name === command);
  return {
    changes: asked.map(({ name, title, summary, effect, args }) => ({
      name,
      title,
      summary,
      isFinal: effect === "destroy",
      ...(command === undefined ? { arguments: namesIn(args) } : { schema: schemaOf(args, "input") }),
    })),
  };
}

/** The names of arguments. Those that may be left out end in a question mark. */
function namesIn({ shape }: z.ZodObject): string[] {
  const offered = Object.entries(shape).filter(([, schema]) => !kindOf(schema)?.isOld);
  return offered.map(([name, schema]) => (z.safeParse(schema, undefined).success ? `${name}?` : name));
}

/** Leaves out what a format says already, and the limits of every number. A model reads all of it. */
function shortened(made: Parameters<typeof withoutOld>[0]): void {
  withoutOld(made);
  const { jsonSchema } = made;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

const known = new WeakMap<z.ZodObject, JsonSchema>();

/** A schema as JSON Schema. Each is made once. */
function schemaOf(schema: z.ZodObject, io: "input" | "output"): JsonSchema {
  const before = known.get(schema);
  if (before) return before;
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, override: shortened });
  const json: JsonSchema = { ...made, type: "object" };
  known.set(schema, json);
  return json;
}

/** What a program gave, by a schema. Fails as user with what is wrong, by name. */
export function argumentsIn<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(given ?? {}, inWords);
  if (!error) return data;
  const problems = error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
  throw new AppError("user", texts.wrongArguments(problems.slice(0, 5)));
}

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** A text in mrkdwn as plain text for programs: times in UTC, links with their address. */
export function plainTextOf(mrkdwn: string): string {
  return mrkdwn
    .replace(/<!date\^[^|>]*\|([^>]*)>/g, "$1")
    .replace(/<((?:https?|mailto):[^|>]*)\|([^>]*)>/g, "$2 ($1)")
    .replace(/<((?:https?|mailto):[^|>]*)>/g, "$1")
    .replaceAll("\u200b", "")
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}
