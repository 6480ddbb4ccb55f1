import type { z } from "zod";

/** Slack's refusal of a payload: the error's name, and the lines of its `response_metadata.messages`. */
export interface SlackProblem {
  error: string;
  messages: string[];
}

type Path = readonly PropertyKey[];

/** One line as Slack words it: `[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]`. */
export function errorLine(text: string, path: Path): string {
  return `[ERROR] ${text} [json-pointer:${path.map(pointerStep).join("")}]`;
}

/** Every issue of a failed parse in Slack's words. `root` is the input's path in the request. */
export function errorLines(issues: readonly z.core.$ZodIssue[], input: unknown, root: Path): string[] {
  return issues.flatMap((issue) => issueLines(issue, input, root));
}

function issueLines(issue: z.core.$ZodIssue, input: unknown, root: Path): string[] {
  const path = [...root, ...issue.path];
  if (isMissing(issue, input)) {
    return [errorLine(`missing required field: ${String(issue.path.at(-1))}`, path.slice(0, -1))];
  }
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => errorLine(`invalid additional property: ${key}`, path));
  }
  return [errorLine(issueText(issue), path)];
}

function issueText(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeText(issue.expected);
    case "too_big":
      return tooBigText(issue.origin, Number(issue.maximum));
    case "too_small":
      return tooSmallText(issue.origin, Number(issue.minimum));
    case "invalid_value":
      return "must be a valid enum value";
    case "invalid_format":
      return `input must match regex pattern: ${issue.pattern ?? issue.format}`;
    default:
      return issue.message;
  }
}

function typeText(expected: string): string {
  const words: Record<string, string> = {
    boolean: "must be a boolean",
    int: "must provide an integer",
    array: "must provide an array",
    object: "must provide an object",
  };
  return words[expected] ?? `must provide a ${expected}`;
}

function tooBigText(origin: string, maximum: number): string {
  if (origin === "string") return `must be less than ${maximum + 1} characters`;
  if (origin === "array") return `no more than ${maximum} items allowed`;
  return `must be less than ${maximum}`;
}

function tooSmallText(origin: string, minimum: number): string {
  if (origin === "string") return `must be more than ${minimum - 1} characters`;
  if (origin === "array") return `must provide at least ${minimum} items`;
  return `must be greater than ${minimum}`;
}

/** zod calls an absent field a wrong type or value. Slack names the field at its parent. */
function isMissing(issue: z.core.$ZodIssue, input: unknown): boolean {
  if (issue.code !== "invalid_type" && issue.code !== "invalid_value") return false;
  return issue.path.length > 0 && valueAt(input, issue.path) === undefined;
}

function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined),
    input,
  );
}

function pointerStep(step: PropertyKey): string {
  return `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
