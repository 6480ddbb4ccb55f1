import { commandButton } from "../../platform/blocks/command-button.ts";
import { code } from "../../platform/blocks/escape.ts";
import type { InstalledContext } from "./context.ts";
import { AppError } from "../../lib/errors.ts";
import { header, section } from "../../platform/blocks/text.ts";
import { offLines } from "./install/ownership.ts";
import * as texts from "./install/texts.ts";
import type { HomeSection, SetupStep } from "../../platform/slack/interactions/deps.ts";
import { row } from "../../platform/blocks/button.ts";

export const sayWhoMayDoWhat: SetupStep<InstalledContext> = {
  rank: 2,
  title: "Choose who can do what",
  isDone: async ({ grants }) => (await grants.list()).length > 0,
  how: `Everyone can look. Slack admins can do everything. Let others create services: ${code("/db admin access grant @person operator")}.`,
  button: { text: "Manage access", command: { call: "access_show" } },
};

/** Help, which everyone may read. */
export const helpOnHome: HomeSection<InstalledContext> = {
  name: "help",
  rank: 90,
  draw: async () => row([commandButton("Help", "help")]),
};

/** What is off without optional scopes, with one link to allow it. Admins see it. */
export const offOnHome: HomeSection<InstalledContext> = {
  name: "off",
  rank: 85,
  draw: async () => [],
  async drawLater({ role }, { installation, log }) {
    if (role !== "admin") return [];
    const lines = offLines(await knownMissing({ installation, log }));
    return lines.length === 0
      ? []
      : [header(texts.offHeader), section(texts.offInHome(lines, installation.url))];
  },
};

/** Home is useful while Slack does not say. */
async function knownMissing({
  installation,
  log,
}: Pick<InstalledContext, "installation" | "log">): Promise<string[]> {
  try {
    return await installation.missingScopes();
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    log.info({ err: error }, "showed Home without what is off");
    return [];
  }
}
