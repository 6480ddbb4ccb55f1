import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { recordChange } from "../../../platform/commands/command.ts";
import type { FormStart } from "../../../platform/commands/found.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import type {
  Accepted,
  Form,
  FormField,
  FormProblem,
  FormState,
  SubmittedForm,
} from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import type { McpContext } from "../context.ts";
import * as texts from "../texts.ts";
import { type Token, TokenAccess, newTokenSecret, tokenLifetimeMs } from "./tokens.ts";

// A person has a few programs.
const mostTokens = 10;
export const longestName = 40;

const TokenName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u)
  .max(longestName);

const Values = z.object({ name: TokenName, access: TokenAccess });
const Facts = z.object({ isReadOnly: z.boolean() });

/** Opens the form for a new token, with what was asked for. */
export async function createToken(
  given: { name?: string | undefined; access?: TokenAccess | undefined },
  context: McpContext,
  { userId }: Asker,
): Promise<FormStart> {
  await demandRoom(context, userId);
  if (given.name !== undefined && !TokenName.safeParse(given.name).success)
    throw new AppError("user", texts.badName);
  return { opens: newTokenForm, given };
}

/** Fails as `user` if the person can have no more tokens. Returns their tokens. */
async function demandRoom({ mcp, mcpTokens, now }: McpContext, userId: string): Promise<Token[]> {
  if (!mcp.isOn) throw new AppError("user", texts.off);
  const own = (await mcpTokens.list(now())).filter((each) => each.userId === userId);
  if (own.length >= mostTokens) throw new AppError("user", texts.tooManyTokens(mostTokens));
  return own;
}

const fields: FormField[] = [
  {
    name: "name",
    label: texts.nameLabel,
    help: texts.nameHelp,
    input: "text",
    optional: false,
    maxLength: longestName,
    placeholder: "laptop",
  },
  {
    name: "access",
    label: texts.accessLabel,
    help: ({ facts }) => (Facts.parse(facts).isReadOnly ? texts.readOnly : texts.accessHelp),
    input: "select",
    optional: false,
    initial: "read",
    choices: ({ facts }) =>
      TokenAccess.options
        .filter((access) => access === "read" || !Facts.parse(facts).isReadOnly)
        .map((value) => ({ value, text: texts.accessChoices[value] })),
  },
];

/** The form that asks for a token's name, and makes it. */
export const newTokenForm: Form<McpContext> = {
  name: "new-token",
  access: "viewer",
  title: texts.tokenTitle,
  submit: texts.makeToken,
  steps: [{ name: "token", title: texts.tokenTitle, sections: [{ fields }] }],
  begin: async (values, { mcp }) => ({ values, facts: { isReadOnly: mcp.isReadOnly } }),
  problems,
  accept,
};

function problems({ values }: FormState): FormProblem[] {
  const wrong = new Set(Values.safeParse(values).error?.issues.map(({ path: [field] }) => field));
  return [
    ...(wrong.has("name") ? [{ field: "name", message: texts.badName }] : []),
    ...(wrong.has("access") ? [{ field: "access", message: texts.whichAccess }] : []),
  ];
}

async function accept(submitted: SubmittedForm, context: McpContext): Promise<Accepted> {
  const { userId, userName } = submitted;
  const { name, access } = Values.parse(submitted.values);
  const own = await demandRoom(context, userId);
  if (own.some((each) => foldName(each.name) === foldName(name)))
    return { problems: [{ field: "name", message: texts.nameTaken(name) }] };
  const at = context.now();
  const token: Token = {
    id: context.newId().replaceAll("-", "").slice(0, 10),
    name,
    access,
    userId,
    userName,
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + tokenLifetimeMs).toISOString(),
  };
  const secret = newTokenSecret(context.workspaceId);
  await context.mcpTokens.add(secret, token, at);
  const after = { access, expiresAt: token.expiresAt };
  await recordChange({ action: "token.create", subject: name, after }, context, submitted);
  return { view: secretView(secret, token, context) };
}

/** The only view that holds a token, for the person who made it. Nothing can draw it again. */
function secretView(
  secret: string,
  { name, access, expiresAt }: Token,
  { publicUrl }: Pick<McpContext, "publicUrl">,
): ModalView {
  const server = { type: "http", url: `${publicUrl}/mcp`, headers: { Authorization: `Bearer ${secret}` } };
  const until = slackDate(new Date(expiresAt), { style: "day" });
  return notice(texts.tokenTitle, [
    section(texts.copyNow),
    preformatted(secret),
    section(texts.forClients),
    preformatted(JSON.stringify({ mcpServers: { quartermaster: server } }, undefined, 2)),
    smallPrint(texts.tokenSmall(escapeName(name), texts.accesses[access], until)),
  ]);
}

/** Rich text shows every character as it is. */
function preformatted(text: string): KnownBlock {
  return {
    type: "rich_text",
    elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text }] }],
  };
}
