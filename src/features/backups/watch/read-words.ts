import { defaultMaxAgeMs, parseMaxAge } from "../judgement/format.ts";
import { AppError } from "../../../lib/errors.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";

/** What stands after `backups watch`, read. */
export type WatchWords =
  | { subcommand: "list" }
  | { subcommand: "stop"; which: string; channelId?: string }
  | { subcommand: "set"; service: string; channelId?: string; maxAgeMs: number; isDefault: boolean };

const usage = "such as `/db backups watch orders prod #databases max-age 26h`";

/** Reads what to watch, or what to do with watches; fails as user on what cannot be read. */
export function watchWords(words: string): WatchWords {
  const { rest, ...channel } = channelIn(words);
  if (/^list$/i.test(rest) || words.trim() === "") return { subcommand: "list" };
  const [, which] = /^stop(?:\s+(.*))?$/i.exec(rest) ?? [];
  if (/^stop(\s|$)/i.test(rest)) return { subcommand: "stop", which: which ?? "", ...channel };
  const { service, age } = withoutAge(rest);
  if (service === "") throw new AppError("user", `Say which service to watch, ${usage}.`);
  const maxAgeMs = age === undefined ? defaultMaxAgeMs : parseMaxAge(age);
  return { subcommand: "set", service, maxAgeMs, isDefault: age === undefined, ...channel };
}

/** Takes "max-age 26 h" out of the words, wherever it stands. */
function withoutAge(words: string): { service: string; age?: string } {
  const found = /^(.*?)(?:^|\s)max-?age(?:[\s=:]+|$)(.*)$/i.exec(words);
  if (!found) return withoutBareAge(words);
  const [, before = "", after = ""] = found;
  const [, age = after, rest = ""] = /^([\d.]+\s*[a-z]+)(?:\s+(.*))?$/i.exec(after) ?? [];
  return { service: `${before} ${rest}`.trim(), age };
}

/** "26h" at the end is an age too: a service called so goes by its id. */
function withoutBareAge(words: string): { service: string; age?: string } {
  const [, service, age] = /^(.*\S)\s+(\d[\d.]*\s?(?:h|hours?|d|days?))$/i.exec(words) ?? [];
  return service === undefined ? { service: words } : { service, age };
}
