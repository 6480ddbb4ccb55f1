import type { Slot } from "../../../platform/commands/entry.ts";
import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { fullName } from "../../../platform/access/known-people.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { choiceKind } from "../../../platform/commands/arguments/kinds.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { nameKind } from "../../../platform/commands/arguments/kinds.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf, recordChange } from "../../../platform/commands/command.ts";
import { none } from "../../../platform/commands/entry.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import type { McpContext } from "../context.ts";
import { itemOf } from "../offers/message.ts";
import * as texts from "../texts.ts";
import { createToken, longestName } from "./create.ts";
import { type Token, TokenAccess } from "./tokens.ts";

/** `/db admin tokens`. */
const list = call({
  name: "tokens_list",
  title: "Tokens",
  summary: "Lists the tokens of AI assistants and other programs.",
  effect: "read",
  line: ["admin tokens", "admin tokens list"],
  verb: "list",
  args: none,
  asks: { means: ["token"], around: "program list time want", says: ["Tokens"] },
  run: async (_, context: McpContext, asker) => listReply(context, asker),
});

const name = z.string().trim().min(1).max(longestName, texts.badName);

const nameBehind = (before: string): [RegExp, string][] => [
  [/\b(?:called|named|call it|name it) "?([\w][\w.-]{0,49})"?/i, "$1"],
  [
    /^(?:my |our |the )?([a-z][\w.-]{1,49}) (?:needs|wants|requires|should have|should get) (?:a|an|its|another|some) /i,
    "$1",
  ],
  [new RegExp(`\\b${before} (?:the |my )?token "([^"]{1,50})"`, "i"), "$1"],
  [
    /\b(?:on|of|for|from) (?:my |the )?(?:assistant (?:on|of) (?:my |the )?)?((?!a\b|an\b|my\b|the\b|mine\b|all\b|mcp\b)[a-z][\w.-]{1,49})(?='s|[\s,.?!]|$)/i,
    "$1",
  ],
];

/** How the arguments are found in a sentence. */
const slots = {
  newName: {
    isOne: true,
    parts: [
      ...nameBehind("(?:a|new)"),
      [/\btoken ((?!of\b|for\b|on\b|from\b|that\b|please\b)[a-z]\w*(?:[-_.]\w+)+)/i, "$1"],
    ],
  },
  access: {
    isOne: true,
    parts: [
      [/\b(?:propose|changes?|write)\b/i, "propose"],
      [/\bread-only\b/i, "read"],
    ],
  },
  token: {
    isOne: true,
    parts: [
      ...nameBehind("(?:revoke|delete|end|remove)"),
      [/\bmy ([a-z][\w.-]{1,49}) (?:was|is|got|has)\b/i, "$1"],
      [/\b(?:the|my) ((?!old\b|new\b|mcp\b|api\b|access\b)[a-z][\w.-]{1,49}) token\b/i, "$1"],
      [/\btoken ((?!of\b|for\b|on\b|from\b|that\b|please\b)[a-z][\w.-]{1,49})\b/i, "$1"],
    ],
  },
} satisfies Record<string, Slot>;

/** `/db admin tokens create laptop propose`. */
const create = call({
  name: "tokens_create",
  title: "Make a token",
  summary: "Makes a token for an AI assistant or another program, and shows it once.",
  effect: "change",
  access: "viewer",
  opens: true,
  line: "admin tokens create {name} {access}",
  verb: "create",
  args: z.object({
    name: argument(nameKind(slots.newName), name).optional().describe("Its name, as in laptop"),
    access: argument(choiceKind(TokenAccess.options, slots.access), TokenAccess)
      .optional()
      .describe("What the program may do. By default it reads"),
  }),
  asks: {
    creates: "token",
    words: ["propose", "proposes"],
    means: ["create|want|give token"],
    around: "program want token rename change",
    says: ["Make a token", " called {name}"],
  },
  run: createToken,
});

/** `/db admin tokens revoke laptop`, or by its id. */
const revoke = call({
  name: "tokens_revoke",
  title: "Revoke a token",
  summary: "Ends a token, so its program is refused.",
  effect: "change",
  access: "viewer",
  line: "admin tokens revoke {token}",
  verb: "revoke",
  missing: { token: texts.whichToken },
  args: z.object({ token: argument(nameKind(slots.token), name).describe("Its name or id") }),
  asks: {
    means: ["revoke|delete|end token", "revoke {token}"],
    around: "program token",
    says: ["Revoke the token {token}"],
  },
  run: async ({ token }, context: McpContext, asker) => revokeToken(token, context, asker),
});

/** `/db admin tokens …`: the tokens of programs that speak MCP. */
export const tokensCommand = commandOf({
  name: "tokens",
  partOf: "admin",
  summary: texts.tokenSummary,
  examples: [
    "/db admin tokens",
    "/db admin tokens create laptop",
    "/db admin tokens create laptop propose",
    "/db admin tokens revoke laptop",
  ],
  details: texts.tokenDetails,
  hint: texts.tokenHint,
  calls: [list, create, revoke],
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
  const empty = lines.length > 0 ? [] : [isAdmin ? texts.noTokens : texts.noOwnTokens];
  return reply([...about, ...lines, ...empty].join("\n"), [
    section(about.join("\n")),
    ...lines.map((line, index) => withButton(line, seen[index])),
    ...empty.map((text) => section(text)),
    ...(mcp.isOn ? [actions([commandButton(texts.newToken, { call: "tokens_create" })])] : []),
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
    accessory: commandButtonAfter(question, texts.revoke, {
      call: "tokens_revoke",
      args: { token: token.id },
    }),
  };
}

/** The tokens that a person may see and revoke: their own, and as an admin all. */
async function visible({ access, mcpTokens, now }: McpContext, asker: Asker) {
  const [role, all] = await Promise.all([access.roleOf(asker), mcpTokens.list(now())]);
  const isAdmin = role === "admin";
  return { seen: isAdmin ? all : all.filter(({ userId }) => userId === asker.userId), isAdmin };
}

async function revokeToken(typed: string, context: McpContext, asker: Asker): Promise<Reply> {
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
