import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Store } from "../../src/app/store.ts";
import { type Token, newTokenSecret, tokenLifetimeMs } from "../../src/features/mcp/tokens/tokens.ts";
import { hashText } from "../../src/lib/hash.ts";
import { type SlackPerson, shownText } from "./slack-person.ts";

/** Makes a token as a person does, and returns its secret from the modal that shows it once. */
export async function newToken(
  person: SlackPerson,
  name: string,
  access: "read" | "propose",
): Promise<string> {
  await person.command("databases", `/db admin tokens create ${name} ${access}`);
  await person.waitForModal(({ title }) => title === "New token");
  await person.submit();
  const window = await person.waitForModal((view) => shownText(view).includes("Copy the token now."));
  const [secret] = /qmt_\w+_[\w-]{43}/.exec(shownText(window)) ?? [];
  await person.close({ cleared: true, lost: true });
  if (secret === undefined) throw new Error("The window shows no token.");
  return secret;
}

/** The two protocols: without sessions since 2026, and with a handshake before. */
export type Era = "2026" | "2025";

/** A program with a token, by the official client. */
export async function program(appUrl: string, secret: string, era: Era): Promise<Client & AsyncDisposable> {
  const versions = { "2026": { pin: "2026-07-28" }, "2025": "legacy" } as const;
  const client = new Client(
    { name: "a test's program", version: "1.0.0" },
    { versionNegotiation: { mode: versions[era] } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(`${appUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${secret}` } },
  });
  await client.connect(transport);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** What a tool answered: the text, and the data if there is some. */
export interface Answered {
  text: string;
  isError: boolean;
  data: Record<string, unknown>;
}

const Data = z.record(z.string(), z.unknown());

/** Calls a tool. */
export async function call(client: Client, name: string, given: object = {}): Promise<Answered> {
  const answer = await client.callTool({ name, arguments: { ...given } });
  const [content] = answer.content;
  return {
    text: content?.type === "text" ? content.text : "",
    isError: answer.isError ?? false,
    data: Data.parse(answer.structuredContent ?? {}),
  };
}

/** Saves a token of a person who may propose, as if they had made it. Returns its secret. */
export async function putToken(
  store: Pick<Store, "workspace">,
  workspaceId: string,
  userId: string,
  facts: Partial<Token> = {},
): Promise<string> {
  const secret = newTokenSecret(workspaceId);
  const now = new Date();
  const token = {
    id: hashText(secret, 10),
    name: "a test's program",
    access: "propose" as const,
    userId,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + tokenLifetimeMs).toISOString(),
    ...facts,
  };
  await store.workspace(workspaceId).mcpTokens.add(secret, token, now);
  return secret;
}
