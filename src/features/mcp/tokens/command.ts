import type { KnownBlock } from "@slack/types";
import { AppError } from "../../../lib/errors.ts";
import { foldName, oneLine } from "../../../lib/text.ts";
import { unquoted } from "../../../lib/names.ts";
import { fullName } from "../../../platform/access/person-names.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { type Shown, command, recordChange, subcommandWords } from "../../../platform/commands/command.ts";
import { listed } from "../../../platform/commands/entry.ts";
import type { Asker } from "../../../platform/context.ts";
import type { McpContext } from "../context.ts";
import { itemOf } from "../offers/outcome.ts";
import * as texts from "../texts.ts";
import { tokenEntries } from "./entries.ts";
import { createToken } from "./create.ts";
import type { Token } from "./tokens.ts";

type TokenCommand = (words: string, context: McpContext, asker: Asker) => Promise<Shown>;

const subcommands = {
  list: async (_, context, asker) => listReply(context, asker),
  create: createToken,
  revoke: revokeToken,
} satisfies Record<string, TokenCommand>;

const Args = subcommandWords("admin tokens", subcommands, { usual: "list", hint: texts.tokenHint });

/** `/db admin tokens …`: the tokens of programs that speak MCP. */
export const tokensCommand = command({
  name: "tokens",
  partOf: "admin",
  summary: texts.tokenSummary,
  usage: "[create [name] [read|propose] | revoke <name>]",
  examples: [
    "/db admin tokens",
    "/db admin tokens create laptop",
    "/db admin tokens create laptop propose",
    "/db admin tokens revoke laptop",
  ],
  details: texts.tokenDetails,
  args: Args,
  entries: listed(tokenEntries),
  calls: ({ subcommand }) => tokenEntries[subcommand],
  run: ({ subcommand, words }, context: McpContext, asker) => subcommands[subcommand](words, context, asker),
});

/** The tokens in `/db admin`. */
export const tokensTab: AdminTab<McpContext> = {
  rank: 6,
  name: "tokens",
  label: "Tokens",
  access: "viewer",
  draw: async ({ userId }, context) =>
    (await listReply(context, { workspaceId: context.workspaceId, userId })).blocks,
};

async function listReply(context: McpContext, asker: Asker): Promise<Reply> {
  const { mcp, mcpTokens, now } = context;
  const { seen, isAdmin } = await visible(context, asker);
  const use = await mcpTokens.uses(now());
  const about = [
    texts.aboutTokens,
    ...(mcp.isOn ? [] : [texts.off]),
    ...(mcp.isReadOnly ? [texts.readOnly] : []),
  ];
  const lines = await Promise.all(
    seen.map(async (token) => {
      const owner =
        token.userId === asker.userId ? "" : texts.ofPerson(await fullName(token.userId, context));
      const { lastUsedAt, callsToday } = use(token.id);
      const used = lastUsedAt ? texts.lastUsed(slackDate(lastUsedAt), callsToday) : texts.neverUsed;
      const until = slackDate(new Date(token.expiresAt), { style: "day" });
      return texts.tokenLine(escapeName(token.name), owner, texts.accesses[token.access], until, used);
    }),
  );
  const none = lines.length > 0 ? [] : [isAdmin ? texts.noTokens : texts.noOwnTokens];
  return reply([...about, ...lines, ...none].join("\n"), [
    section(about.join("\n")),
    ...lines.map((line, index) => withButton(line, seen[index])),
    ...none.map((text) => section(text)),
    ...(mcp.isOn ? [actions([commandButton(texts.newToken, "admin tokens create")])] : []),
  ]);
}

function withButton(line: string, token: Token | undefined): KnownBlock {
  if (!token) return section(line);
  const question = {
    title: texts.revokeTitle,
    text: texts.revokeText(token.name),
    yes: texts.revoke,
    no: texts.keep,
  };
  return {
    ...section(line),
    accessory: commandButtonAfter(question, texts.revoke, `admin tokens revoke ${token.id}`),
  };
}

/** The tokens that a person may see and revoke: their own, and as an admin all. */
async function visible({ access, mcpTokens, now }: McpContext, asker: Asker) {
  const [role, all] = await Promise.all([access.roleOf(asker), mcpTokens.list(now())]);
  const isAdmin = role === "admin";
  return { seen: isAdmin ? all : all.filter(({ userId }) => userId === asker.userId), isAdmin };
}

async function revokeToken(words: string, context: McpContext, asker: Asker): Promise<Reply> {
  const typed = unquoted(oneLine(words));
  if (typed === "") throw new AppError("user", texts.whichToken);
  const { seen } = await visible(context, asker);
  const named = seen.filter(({ name }) => foldName(name) === foldName(typed));
  const own = named.filter(({ userId }) => userId === asker.userId);
  const byId = seen.filter(({ id }) => id === typed.toLowerCase());
  const [found, ...others] = [byId, own, named].find((each) => each.length > 0) ?? [];
  if (!found) throw new AppError("missing", texts.noSuchToken(`“${typed}”`));
  if (others.length > 0) throw new AppError("user", texts.severalTokens(`“${typed}”`));
  await context.mcpTokens.revoke(found.id, context.now());
  const before = { access: found.access, of: found.userId };
  await recordChange({ action: "token.revoke", subject: found.name, before }, context, asker);
  // Its offers say so at once.
  for (const id of await context.mcpOffers.waiting(found.userId))
    await context.offerQueue.wake(id, itemOf(id, context));
  return say(texts.revoked(escapeName(found.name)));
}
