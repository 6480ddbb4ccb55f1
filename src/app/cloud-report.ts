import type { Finding, ProbeResult, Words } from "../features/connections/probe/probe.ts";
import { areas } from "../features/connections/probe/texts.ts";
import type { AppError } from "../lib/errors.ts";
import type { WireNames } from "../platform/cloud/connection.ts";
import { ProxyFailure } from "../platform/cloud/transport/proxy.ts";

/** Shows a line, or several. */
export type Show = (text: string) => void;

const groups: readonly (readonly [string, (finding: Finding) => boolean])[] = [
  ["What works", ({ outcome }) => outcome === "works"],
  ["What the server doesn't have", ({ error }) => error?.unserved ?? false],
  ["What the key isn't allowed", ({ outcome }) => outcome === "lacks"],
  ["What doesn't work", ({ outcome }) => outcome === "fails"],
  ["What I didn't test", ({ outcome, error }) => outcome === "untried" && !error],
];

/** Shows what was found, by how it went. */
export function showFindings(findings: readonly Finding[], show: Show): void {
  for (const [title, isIn] of groups) {
    const found = findings.filter(isIn);
    if (found.length > 0) show(`\n${title}`);
    for (const { area, says, error } of found) show(hanging(area, error ? whatHappened(error) : says));
  }
}

// What Node and OpenSSL call the usual reasons.
const reasons: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN/, "I found no server with this name"],
  [/ECONNREFUSED/, "nothing listens at this address and port"],
  [/CERT|SIGNED|SIGNATURE|ISSUER/, "its certificate isn't trusted"],
];

/** What happened, with the reason or the request's id, and without advice for people in Slack. */
function whatHappened(error: AppError): string {
  const code = codeOf(error);
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1];
  const happened = error.happened.replace(/\.$/, "");
  if (code !== "") return `${happened}: ${reason ?? "there was no connection"} (${code}).`;
  const { kind, answered, requestId } = error;
  return kind === "upstream" && answered && requestId !== undefined
    ? `${happened}. The request was ${requestId}.`
    : error.happened;
}

/** The code of a connection that failed, such as ENOTFOUND, or "". */
function codeOf({ cause, operation, succeeded }: AppError): string {
  if (operation === undefined || succeeded || !(cause instanceof Error)) return "";
  return /\(([A-Z_\d]+)\)/.exec(cause.message)?.[1] ?? "";
}

/** The words that are set, and those that the cloud's answers show. */
interface WordFacts {
  set: WireNames;
  words: Words;
}

const wordSettings = {
  engineVersion: "WIRE_ENGINE_VERSION",
  credits: "WIRE_CREDITS",
  observability: "WIRE_OBSERVABILITY",
} as const;
const wordNames = ["engineVersion", "credits", "observability"] as const;

const unseen = {
  engineVersion: "I haven't seen it: I saw no service with a version.",
  credits: "I haven't seen it: I saw no costs that I can read.",
  observability:
    "I haven't seen it. If your cloud has dashboards, it is the word before /dashboards in the paths of its API.",
};

/** Shows the word of each setting, and if it is set. */
export function showWords({ set, words }: WordFacts, show: Show): void {
  show("\nThe cloud's words");
  for (const name of wordNames) {
    const word = words[name];
    const says = word === set[name] ? `${word}, as it is set.` : `${word}. It is set to ${set[name]}.`;
    show(hanging(wordSettings[name], word === undefined ? unseen[name] : says));
  }
}

/** Something for the person to do, and lines to copy. */
interface ToDo {
  says: string;
  lines?: readonly string[];
}

/** The words that the settings lack. */
export function wordsToSet({ set, words }: WordFacts): ToDo[] {
  const lines = wordNames.flatMap((name) =>
    words[name] === undefined || words[name] === set[name] ? [] : [`${wordSettings[name]}=${words[name]}`],
  );
  if (lines.length === 0) return [];
  return [{ says: lines.length === 1 ? "Put this line into .env:" : "Put these lines into .env:", lines }];
}

/** The settings with a server's address, key and organization. */
interface Names {
  address: string;
  key: string;
  organization?: string;
}

/** What a person can do about what doesn't work. */
export function toDoFor({ findings, services, isUsable }: ProbeResult, names: Names): ToDo[] {
  const failures = findings.flatMap(({ area, outcome, error }) => (error ? [{ area, outcome, error }] : []));
  const isAll = (test: (failure: (typeof failures)[number]) => boolean) =>
    failures.length > 0 && !isUsable && failures.every(test);
  if (isAll(({ error }) => error.unserved)) return [{ says: notAnApi(names) }];
  const { organization } = names;
  if (organization !== undefined && isAll(({ outcome }) => outcome === "lacks"))
    return [{ says: noAccess(organization, names) }];
  const advice = failures.flatMap(({ area, error }): ToDo[] => {
    if (!error.unserved) return [{ says: adviceFor(error, area, { ...names, isUsable }) }];
    const lines = (services.length > 0 ? services : [example]).slice(0, mostLines);
    if (area !== areas.services) return [];
    return [
      { says: noList, lines: lines.map(({ id, name = "orders" }) => `/db services add ${id} ${name}`) },
    ];
  });
  return advice.filter(({ says }, index) => advice.findIndex((other) => other.says === says) === index);
}

const mostLines = 3;
const example = { id: "<service id>", name: "orders" };
const noList = "The cloud can't list its services. Add each of yours by its id, in Slack:";

const notAnApi = ({ address }: Names) =>
  `Check ${address}: the server knows none of the API's paths. It must be the address of the API, not of the console, and without /v1 or another path at its end.`;

const noAccess = (organization: string, { key }: Names) =>
  `Check ${organization}: it must be the organization of the key in ${key}. If it is, let the key read the organization.`;

interface Circumstances extends Names {
  /** True if something else works. */
  isUsable: boolean;
}

function adviceFor(error: AppError, area: string, names: Circumstances): string {
  const { address, key } = names;
  switch (error.kind) {
    case "auth":
      return `Check the key in ${key}: copy all of it again, and see in the console that it's still valid.`;
    case "forbidden":
    case "missing":
      return `Let the key in ${key} read this: ${area.toLowerCase()}.`;
    case "limited":
      return "Something else may use this key right now. Wait a minute, and run this again. If it happens again, set CLOUD_REQUESTS_PER_10_SECONDS to what your cloud allows.";
    case "upstream":
      return upstreamAdvice(error, names);
    default:
      return `Check ${address}. If it is right, open an issue for Quartermaster with this answer.`;
  }
}

function upstreamAdvice(error: AppError, { address, isUsable }: Circumstances): string {
  const { succeeded, answered, cause, operation } = error;
  if (error instanceof ProxyFailure)
    return "Correct HTTPS_PROXY or HTTP_PROXY in .env or in the environment, or add the cloud's host to NO_PROXY.";
  if (operation === undefined)
    return "Set WIRE_CREDITS to the word that all amounts in your cloud's costs end in.";
  if (succeeded && isUsable)
    return "Open an issue for Quartermaster about this: it must read this answer, and it can't.";
  if (succeeded) return `Check ${address}: it must be the address of the API, not of the console.`;
  if (answered)
    return `Wait a minute, and run this again. If it happens again, check ${address}, or give the id of the request to your cloud's support.`;
  if (cause === undefined)
    return `Run this again. If it happens again, check ${address}, and that no firewall is in between. If your cloud is only slow, set a higher CLOUD_TIMEOUT_SECONDS.`;
  return /CERT|SIGNED|SIGNATURE|ISSUER/.test(codeOf(error))
    ? `If your cloud's certificate comes from an authority of your own, set NODE_EXTRA_CA_CERTS to the file of that authority. Otherwise check ${address}.`
    : `Check ${address}, and that this machine can reach it: a firewall or a proxy may be in between.`;
}

/** Shows what is left to do. Returns true if nothing is. */
export function showToDo(toDo: readonly ToDo[], show: Show): boolean {
  show(toDo.length === 0 ? "\nNothing is left to do: Quartermaster works with this." : "\nWhat to do");
  for (const [index, { says, lines = [] }] of toDo.entries()) {
    show(hanging(`${index + 1}.`, says, 5));
    if (lines.length > 0) show(["", ...lines.map((line) => `     ${line}`), ""].join("\n"));
  }
  return toDo.length === 0;
}

const width = 80;
const labelWidth = 25;

/** A label, and a text beside it in lines of at most 80 characters. */
export function hanging(label: string, text: string, indent = labelWidth): string {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = [lines.at(-1), word].filter(Boolean).join(" ");
    if (line.length > width - indent && lines.at(-1) !== "") lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines.map((line, index) => (index === 0 ? `  ${label}` : "").padEnd(indent) + line).join("\n");
}
