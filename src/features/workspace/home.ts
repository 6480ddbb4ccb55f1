import { commandButton } from "../../platform/blocks/command-button.ts";
import { code } from "../../platform/blocks/escape.ts";
import type { InstalledContext } from "./context.ts";
import { type HomeSection, type SetupStep, row } from "../../platform/slack/home.ts";

export const sayWhoMayDoWhat: SetupStep<InstalledContext> = {
  rank: 2,
  title: "Choose who can do what",
  isDone: async ({ grants }) => (await grants.list()).length > 0,
  how: `Everyone can look. Slack admins can do everything. Let others create services: ${code("/db admin access grant @person operator")}.`,
  button: { text: "Manage access", command: "admin access" },
};

/** Help, which everyone may read. */
export const helpOnHome: HomeSection<InstalledContext> = {
  name: "help",
  rank: 90,
  draw: async () => row([commandButton("Help", "help")]),
};
