import type { KnownBlock } from "@slack/types";
import type { Asker } from "../../../platform/access/asker.ts";
import { writeWorkspaceFile } from "../../../platform/as-code/file.ts";
import { actions, row } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, packed, preformatted, section } from "../../../platform/blocks/text.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { none } from "../../../platform/commands/entry.ts";
import { sendFile } from "../../../platform/jobs/messenger.ts";
import type { InstalledContext } from "../context.ts";
import { applyForm, valueIn } from "./apply.ts";
import * as texts from "./texts.ts";

/** `/db admin export`: the whole workspace as YAML. */
export const exportCommand = commandOf({
  name: "export",
  partOf: "admin",
  onlyAsPart: true,
  summary: texts.exportSummary,
  examples: ["/db admin export"],
  hint: texts.noWords,
  calls: [
    call({
      name: "workspace_export",
      title: "The workspace as a file",
      summary:
        "Shows hooks, presets, roles, limits, approvals, budgets, reports, watches and owners as YAML.",
      effect: "read",
      access: "admin",
      line: "admin export",
      args: none,
      asks: {
        means: ["file workspace", "export workspace", "workspace file"],
        around: "export list file workspace give",
        says: ["The workspace as a file"],
      },
      run: async (_, context: InstalledContext, asker) => exportWorkspace(context, asker),
    }),
  ],
});

// A message holds no more beside its other text.
const longestShown = 7_500;

/** Shows the workspace as YAML, or sends it as a file if it is too long for a message. */
async function exportWorkspace(context: InstalledContext, { userId }: Asker): Promise<Reply> {
  const yaml = await writeWorkspaceFile(context.codeParts, context);
  if (yaml.length <= longestShown) {
    return reply(`${texts.exported} ${texts.exportHint}`, [
      section(texts.exported),
      preformatted(yaml),
      ...idNames(yaml),
      smallPrint(texts.exportHint),
      actions([commandButton(texts.applyButton, { call: "workspace_apply" })]),
    ]);
  }
  const file = { name: "workspace.yaml", bytes: Buffer.from(yaml) };
  const messages = { announced: say(texts.follows), refused: say(texts.refused) };
  await sendFile(userId, { file, ...messages, comment: texts.exportHint }, context.messenger);
  return say(texts.sent);
}

/** The channels and the people that a file has by their ids. Slack shows their names. */
function idNames(yaml: string): KnownBlock[] {
  const ids = new Set(yaml.match(/(?<![\w-])[CUW](?=[A-Z]*\d)[A-Z0-9]{8,}(?![\w-])/g));
  return ids.size === 0 ? [] : [smallPrint([...ids].slice(0, 30).map(valueIn).join(" · "))];
}

/** `/db admin apply`: a form for such a file. */
export const applyCommand = commandOf({
  name: "apply",
  partOf: "admin",
  onlyAsPart: true,
  summary: texts.applySummary,
  examples: ["/db admin apply"],
  hint: texts.noWords,
  calls: [
    call({
      name: "workspace_apply",
      title: "Apply a file to the workspace",
      summary:
        "Opens a form for the file of a workspace, and shows the differences before it changes anything.",
      effect: "change",
      access: "admin",
      opens: true,
      line: "admin apply",
      args: none,
      asks: {
        means: ["apply file", "apply workspace"],
        around: "workspace file",
        says: ["Apply a file to the workspace"],
      },
      run: async () => ({ opens: applyForm, given: {} }),
    }),
  ],
});

/** What of the workspace can be code, and what a file manages, in `/db admin`. */
export const exportTab: AdminTab<InstalledContext> = {
  rank: 6,
  name: "export",
  label: texts.tab,
  access: "admin",
  async draw({ offer }, context) {
    const { codeParts } = context;
    const counts = await Promise.all(codeParts.map(async (part) => (await part.read(context)).size));
    const lines = codeParts.flatMap(({ noun, nouns }, index) => {
      const count = counts[index] ?? 0;
      return count === 0 ? [] : [texts.count(noun, nouns, count)];
    });
    return [
      section(texts.intro),
      ...packed(await managedLines(context)),
      ...packed(lines.length === 0 ? [texts.nothingYet] : lines),
      smallPrint(texts.leftOut),
      ...row(
        offer(texts.exportButton, { call: "workspace_export" }),
        offer(texts.applyButton, { call: "workspace_apply" }),
      ),
    ];
  },
};

async function managedLines({ managedParts }: InstalledContext): Promise<string[]> {
  const managed = await managedParts.find();
  if (!managed) return [];
  const { parts, appliedAt, problems } = managed;
  const names = Object.keys(parts);
  const at = appliedAt === undefined ? undefined : slackDate(new Date(appliedAt));
  return [
    ...(names.length === 0 ? [] : [texts.managedBy(names, at)]),
    ...(problems
      ? [texts.broken(problems.map(({ line, message }) => texts.atLine(line, escapeSentence(message))))]
      : []),
  ];
}
