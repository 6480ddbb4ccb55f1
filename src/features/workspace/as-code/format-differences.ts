import { asJson } from "../../../lib/json.ts";
import { labelOf } from "../../../platform/as-code/managed.ts";
import { isSameItem } from "../../../platform/as-code/part.ts";
import type { Difference } from "../../../platform/as-code/plan.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import type { InstalledContext } from "../context.ts";
import * as texts from "./texts.ts";

const mostOnPage = 40;
/** A message holds no more beside its other text. */
const mostCharacters = 7_500;
const longestLine = 1_500;

/** A page of differences as lines of mrkdwn. All pages together show all that would change. */
export type Page = readonly string[];

/** Differences as pages, with what is new, changed and removed. Names are those of Slack and the cloud, not the file's. */
export async function pagesOf(
  differences: readonly Difference[],
  context: InstalledContext,
): Promise<Page[]> {
  const pages: string[][] = [[]];
  let [count, length] = [0, 0];
  for (const difference of differences) {
    const lines = await linesOf(difference, context);
    for (const [index, line] of lines.entries()) {
      const isFull = length + line.length > mostCharacters || (index === 0 && count === mostOnPage);
      if (isFull && pages.at(-1)?.length !== 0) {
        pages.push([]);
        [count, length] = [0, 0];
      }
      pages.at(-1)?.push(line);
      if (index === 0) count += 1;
      length += line.length;
    }
  }
  return pages;
}

/** A difference as one line, or several if much changes. */
async function linesOf(
  { part: name, noun, key, before, after }: Difference,
  context: InstalledContext,
): Promise<string[]> {
  const part = context.codeParts.find((each) => each.name === name);
  const named = async (item: unknown) =>
    item === undefined ? undefined : ((await part?.named?.(item, key, context)) ?? item);
  const [was, is] = [await named(before), await named(after)];
  const label = escapeName(part ? labelOf(part, key, is ?? was) : key, 120);
  const sign = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  const chunks: string[][] = [[]];
  for (const change of sign === "removed" ? [] : changesIn(was, is)) {
    const last = chunks.at(-1) ?? [];
    if (last.length > 0 && last.join(", ").length + change.length > longestLine) chunks.push([change]);
    else last.push(change);
  }
  return chunks.map((changes, index) => {
    const word = index === 0 ? texts.signs[sign] : texts.signs.more;
    return texts.difference(word, noun, label, changes.join(", "));
  });
}

/** Each value that differs, whole, with its path. */
function changesIn(before: unknown, after: unknown): string[] {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  const paths = [...new Set([...was.keys(), ...is.keys()])];
  return paths
    .filter((path) => !isSameItem(was.get(path), is.get(path)))
    .flatMap((path) => {
      const name = escapeName(path, 200);
      const [from, to] = [valueIn(was.get(path)), valueIn(is.get(path))];
      if (before === undefined) return pieces(`${name} `, to);
      return from.length + to.length <= longestLine / 2
        ? [`${name} ${from} → ${to}`]
        : [...pieces(`${name} `, from), ...pieces("→ ", to)];
    });
}

/** The single values of an item, by their paths, as in "rules.2.channel". */
function leavesOf(item: unknown, path = ""): Map<string, unknown> {
  if (item === undefined) return new Map();
  if (typeof item !== "object" || item === null) return new Map([[path, item]]);
  const list: readonly unknown[] | undefined = Array.isArray(item) ? item : undefined;
  const entries: (readonly [string, unknown])[] = list
    ? list.map((each, index) => [String(index + 1), each])
    : Object.entries(asJson({ ...item }));
  if (entries.length === 0) return new Map([[path, item]]);
  return new Map(
    entries.flatMap(([name, each]) => [...leavesOf(each, path === "" ? name : `${path}.${name}`)]),
  );
}

/** A value in mrkdwn. Slack shows the present name of a person or a channel beside its id. */
function valueIn(value: unknown): string {
  if (value === undefined) return texts.nothing;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (/^[UW][A-Z0-9]{5,30}$/.test(text)) return `<@${text}> ${code(text)}`;
  if (/^C[A-Z0-9]{5,30}$/.test(text)) return `<#${text}> ${code(text)}`;
  return code(text);
}

/** A long text in pieces that each fit into a line. */
function pieces(start: string, text: string): string[] {
  const size = longestLine - 400;
  if (text.length <= size) return [`${start}${text}`];
  const plain = text.replace(/^`|`$/g, "");
  const parts = Array.from({ length: Math.ceil(plain.length / size) }, (_, at) =>
    plain.slice(at * size, (at + 1) * size),
  );
  return parts.map((part, at) => `${at === 0 ? start : "… "}\`${part}\``);
}
