import { plural } from "../../lib/text.ts";
import { type Check, right, wrong } from "../../platform/commands/check.ts";
import type { McpContext } from "./context.ts";
import * as texts from "./texts.ts";

/** Says whether programs can connect, and how many have a token. */
export async function programsCheck({ mcp, mcpTokens, publicUrl, now }: McpContext): Promise<Check> {
  if (!mcp.isOn) return right(texts.area, texts.checkOff);
  const all = await mcpTokens.list(now());
  const proposing = all.filter(({ access }) => access === "propose").length;
  const words = texts.checkOn(
    plural(all.length, "token is valid", "tokens are valid"),
    proposing,
    mcp.isReadOnly,
  );
  const { protocol, hostname } = new URL(publicUrl);
  const isSafe = protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return isSafe ? right(texts.area, words) : wrong(texts.area, texts.checkInsecure(words));
}
