import { code } from "../../../platform/blocks/escape.ts";
import type { InstalledContext } from "../context.ts";
import { listInWords } from "../../../lib/text.ts";
import { type Check, right, wrong } from "../../../platform/commands/check.ts";

/** Whether Slack lets the app do all that it is made for. */
export async function scopesCheck({ installation }: Pick<InstalledContext, "installation">): Promise<Check> {
  const area = "Slack, what the app may do";
  const missing = await installation.missingScopes();
  if (missing.length === 0) return right(area, "It was given every scope that it asks for.");
  const how =
    installation.url === undefined
      ? "Add them to the Slack app under OAuth & Permissions (manifest.yml has them all), and install it again."
      : `Install it again at ${installation.url} to give them.`;
  return wrong(
    area,
    `It lacks ${listInWords(missing.map((scope) => code(scope)))}. ${how.replace("&", "&amp;")}`,
  );
}
