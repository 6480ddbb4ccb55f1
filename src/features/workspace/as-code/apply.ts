import type { KnownBlock } from "@slack/types";
import { readWorkspaceFile, writeWorkspaceFile } from "../../../platform/as-code/file.ts";
import {
  type Difference,
  differencesOf,
  hashOfDifferences,
  makeChanges,
  problemsOf,
} from "../../../platform/as-code/plan.ts";
import { AppError } from "../../../lib/errors.ts";
import { actions, button } from "../../../platform/blocks/button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { packed, section } from "../../../platform/blocks/text.ts";
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
import { recordChange } from "../../../platform/commands/command.ts";
import type { InstalledContext } from "../context.ts";
import { pagesOf } from "./format-differences.ts";
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
