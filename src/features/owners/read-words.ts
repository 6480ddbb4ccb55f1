import { AppError } from "../../lib/errors.ts";
import { nameAtStart } from "../../lib/names.ts";
import { oneLine } from "../../lib/text.ts";
import type { KnownService } from "../connections/index.ts";
import * as texts from "./texts.ts";

/** What the words after `owner` ask for. */
export type OwnerWords =
  | { subcommand: "list"; from: number }
  | { subcommand: "digest"; isOn: boolean }
  | { subcommand: "show"; service: string }
  | { subcommand: "none"; service: string }
  | { subcommand: "set"; service: string; owner?: string; team?: string };

/** The kinds of those, which the words alone show. */
export type OwnerSubcommand = OwnerWords["subcommand"];

const person = /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/;
const team = /(?:^|\s)team\s+(\S.*)$/i;
const words = {
  list: /^list(?:\s+(\d{1,6}))?$/i,
  digest: /^digest\s+(on|off)$/i,
  none: /(?:^|\s)none$/i,
  me: /(?:^|\s)me$/i,
};

/** What some words ask for, before the services are known. The role depends on it. */
export function subcommandIn(line: string): OwnerSubcommand {
  const text = oneLine(line);
  if (text === "" || words.list.test(text)) return "list";
  if (words.digest.test(text)) return "digest";
  if (person.test(text) || team.test(text) || words.me.test(text)) return "set";
  return words.none.test(text) ? "none" : "show";
}

/** Reads the words after `owner`. The longest name of a service at the beginning is the service. Fails as user. */
export function readOwnerWords(line: string, services: readonly KnownService[], asker: string): OwnerWords {
  const text = oneLine(line);
  const [, from] = words.list.exec(text) ?? [];
  if (text === "" || words.list.test(text)) return { subcommand: "list", from: Number(from ?? 1) };
  const [, state] = words.digest.exec(text) ?? [];
  if (state !== undefined) return { subcommand: "digest", isOn: state.toLowerCase() === "on" };
  const { service, rest } = split(text, services);
  if (rest === "") return { subcommand: "show", service };
  if (/^none$/i.test(rest)) return { subcommand: "none", service };
  return { subcommand: "set", service, ...changeIn(rest, asker) };
}

function split(text: string, services: readonly KnownService[]): { service: string; rest: string } {
  const known = nameAtStart(text, services);
  if (known) return { service: known.thing.serviceId, rest: known.rest };
  const [, service = text, rest = ""] =
    /^(.*?)(?:\s+(<@[UW].*|to\s.*|me|none|(?:me\s+)?team\s.*))?$/i.exec(text) ?? [];
  return { service, rest };
}

function changeIn(rest: string, asker: string): { owner?: string; team?: string } {
  const [, teamWords] = team.exec(rest) ?? [];
  const before = rest.replace(team, "").trim();
  const [, id] = person.exec(before) ?? [];
  const left = before.replace(person, "").replace(/^to\b/i, "").trim();
  const isMe = /^(?:me|myself)$/i.test(left);
  if (!isMe && left !== "") throw new AppError("user", left.startsWith("@") ? texts.pickPerson : texts.usage);
  return { owner: isMe ? asker : id, team: teamWords };
}
