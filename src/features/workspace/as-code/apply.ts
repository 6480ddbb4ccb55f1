import type { KnownBlock } from "@slack/types";
import { AppError } from "../../../lib/errors.ts";
import { asJson } from "../../../lib/json.ts";
import {
  type Difference,
  differencesOf,
  hashOfDifferences,
  makeChanges,
  problemsOf,
  readWorkspaceFile,
  writeWorkspaceFile,
} from "../../../platform/as-code/file.ts";
import { labelOf } from "../../../platform/as-code/managed.ts";
import { isSameItem } from "../../../platform/as-code/part.ts";
import { actions, button } from "../../../platform/blocks/button.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { packed, section } from "../../../platform/blocks/text.ts";
import { recordChange } from "../../../platform/commands/command.ts";
import type { Accepted, Form, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import type { Action } from "../../../platform/forms/interaction.ts";
import {
  partFields,
  partName,
  partsIn,
  partsOf,
  problemsByPart,
  valuesOfParts,
} from "../../../platform/forms/long-text.ts";
import { notice } from "../../../platform/forms/notice.ts";
import type { InstalledContext } from "../context.ts";
import * as texts from "./texts.ts";

/** The most inputs for one file. */
const mostParts = 24;
const actionId = "apply-workspace-file";
const pageActionId = "page-workspace-file";

/** The form for a workspace's file. It starts with the present workspace. */
export const applyForm: Form<InstalledContext> = {
  name: "apply-file",
  access: "admin",
  title: texts.form.title,
  submit: texts.form.submit,
  begin,
  steps: [
    {
      name: "file",
      title: texts.form.step,
      intro: ({ facts }) => [
        section(texts.formIntro),
        ...(facts["isTooLarge"] === true ? [section(texts.tooLarge)] : []),
      ],
      sections: [{ fields: partFields(mostParts, texts.form) }],
    },
  ],
  problems: ({ values }) =>
    partsIn(values).join("\n").trim() === "" ? [{ field: partName(1), message: texts.form.empty }] : [],
  accept,
};

async function begin(_: unknown, context: InstalledContext): Promise<FormState> {
  const parts = partsOf(await writeWorkspaceFile(context.codeParts, context), mostParts);
  return {
    values: valuesOfParts(parts ?? []),
    facts: { parts: parts?.length ?? 1, isTooLarge: parts === undefined },
  };
}

/** Shows the differences. Only the button below them changes anything. */
async function accept({ values }: SubmittedForm, context: InstalledContext): Promise<Accepted> {
  const inputs = partsIn(values);
  const text = inputs.join("\n");
  const read = await readWorkspaceFile(context.codeParts, await context.movedChannels.inText(text));
  if ("problems" in read) return { problems: problemsByPart(read.problems, inputs, texts.form) };
  const differences = await differencesOf(context.codeParts, read.wanted, context);
  const problems = await problemsOf(context.codeParts, differences, context);
  if (problems.length > 0) {
    const found = problems.map(({ part, key, message }) => ({ line: read.lineOf(part, key), message }));
    return { problems: problemsByPart(found, inputs, texts.form) };
  }
  return { view: notice(texts.form.title, await offerBlocks(text, differences, context)) };
}

/** The first page of differences. */
async function offerBlocks(
  text: string,
  differences: readonly Difference[],
  context: InstalledContext,
): Promise<KnownBlock[]> {
  if (differences.length === 0) return [section(texts.none)];
  const id = context.newId();
  await context.wantedFiles.save(id, { text, seen: hashOfDifferences(differences) });
  return pageBlocks(id, differences, 1, context);
}

/** A page of differences. Only the last one has the button that applies them, so its admin saw all of them. */
async function pageBlocks(
  id: string,
  differences: readonly Difference[],
  wanted: number,
  context: InstalledContext,
): Promise<KnownBlock[]> {
  const pages = await pagesOf(differences, context);
  const page = Math.min(Math.max(1, wanted), pages.length);
  const turn = (label: string, to: number) =>
    button({ text: label, actionId: pageActionId, value: `${id} ${to}` });
  const apply = button({ text: texts.apply, actionId, value: id });
  return [
    section(texts.differences(differences.length, page, pages.length)),
    ...packed(pages[page - 1] ?? []),
    actions([page < pages.length ? turn(texts.nextPage, page + 1) : { ...apply, style: "primary" }]),
    // In a row of its own, because two buttons of a row can't have one action.
    ...(page > 1 ? [actions([turn(texts.previousPage, page - 1)])] : []),
  ];
}

/** What a file that waits for its admin would change now. Fails as missing if it is too old. */
async function wantedNow(id: string, context: InstalledContext) {
  const file = await context.wantedFiles.find(id);
  if (!file) throw new AppError("missing", texts.tooOld);
  const read = await readWorkspaceFile(context.codeParts, await context.movedChannels.inText(file.text));
  if ("problems" in read) throw new AppError("user", read.problems[0]?.message ?? texts.form.empty);
  const compare = () => differencesOf(context.codeParts, read.wanted, context);
  return { file, compare, differences: await compare() };
}

/** “Next” and “Previous”: another page of the same differences. */
export const pageAction: Action<InstalledContext> = {
  actionId: pageActionId,
  access: "admin",
  replaces: true,
  async run({ value, userId, channelId }, context): Promise<Reply> {
    await context.access.demand({ userId, channelId }, "admin", { fresh: true });
    const [id = "", page = "1"] = value.split(" ");
    const { file, differences } = await wantedNow(id, context);
    if (differences.length === 0) return say(texts.none);
    if (hashOfDifferences(differences) !== file.seen)
      return offer(texts.again, file.text, differences, context);
    const headline = texts.differences(differences.length, Number(page), Number(page));
    return reply(headline, await pageBlocks(id, differences, Number(page), context));
  },
};

/** “Apply”: makes the changes that its admin saw. If there are other ones now, it shows those instead. */
export const applyAction: Action<InstalledContext> = {
  actionId,
  access: "admin",
  replaces: true,
  async run({ value, userId, userName, channelId }, context): Promise<Reply> {
    await context.access.demand({ userId, channelId }, "admin", { fresh: true });
    const { file, compare, differences } = await wantedNow(value, context);
    if (differences.length === 0) return say(texts.none);
    if (hashOfDifferences(differences) !== file.seen)
      return offer(texts.again, file.text, differences, context);
    const [problem] = await problemsOf(context.codeParts, differences, context);
    if (problem) throw new AppError("user", problem.message);
    const isDone = await makeChanges(context.codeParts, differences, context, userId);
    const left = isDone ? [] : await compare();
    const made = { action: "workspace.apply", after: { changes: differences.length - left.length } } as const;
    await recordChange(made, context, { userId, userName, channelId });
    if (left.length > 0) return offer(texts.partly, file.text, left, context);
    const hooks = differences.filter(({ part, before }) => part === "hooks" && before === undefined);
    const names = hooks.map(({ key }) => key);
    return say(
      [texts.applied(differences.length), ...(names.length > 0 ? [texts.newHooks(names)] : [])].join("\n"),
    );
  },
};

async function offer(
  headline: string,
  text: string,
  differences: readonly Difference[],
  context: InstalledContext,
): Promise<Reply> {
  return reply(headline, [section(headline), ...(await offerBlocks(text, differences, context))]);
}

const mostOnPage = 40;
/** A message holds no more beside its other text. */
const mostCharacters = 7_500;
const longestLine = 1_500;

/** A page of differences as lines of mrkdwn. All pages together show all that would change. */
type Page = readonly string[];

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
export function valueIn(value: unknown): string {
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
