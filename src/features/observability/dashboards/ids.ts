import { AppError } from "../../../lib/errors.ts";
import { listInWords } from "../../../lib/text.ts";
import { isSendableId } from "../sendable-id.ts";

const examples = ["6f0c1d2e8b7a4c5d9e0f1a2b", "0a1b2c3d4e5f6a7b8c9d0e1f"];

/** The ids that words begin with, as many as there are things to name, and the rest; fails as `user` where one is missing. */
export function idsIn(words: string, things: readonly string[], act: string): [ids: string[], rest: string] {
  const all = words.split(/\s+/).filter((word) => word !== "");
  const ids = all.slice(0, things.length);
  if (ids.length === things.length && ids.every((id) => isSendableId(id)))
    return [ids, all.slice(things.length).join(" ")];
  const example = ["/db dashboards", act, ...examples.slice(0, things.length)].join(" ");
  throw new AppError(
    "user",
    `Say which ${listInWords(things)}, by id, as in \`${example}\`. The buttons under \`/db dashboards\` do it for you.`,
  );
}
