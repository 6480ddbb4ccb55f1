import { commandButton } from "../../platform/blocks/command-button.ts";
import { code } from "../../platform/blocks/escape.ts";
import { header, section } from "../../platform/blocks/text.ts";
import type { InstalledContext } from "./context.ts";
import { type HomeSection, type SetupStep, row } from "../../platform/slack/home.ts";

export const sayWhoMayDoWhat: SetupStep<InstalledContext> = {
  rank: 2,
  title: "Say who may do what",
  isDone: async ({ grants }) => (await grants.list()).length > 0,
  how: `Everybody here may look, and Slack's admins may do everything. To let others create services: ${code("/db access grant @person operator")}.`,
  button: { text: "See who may do what", command: "access" },
};

/** The most frequent commands. */
export const usualOnHome: HomeSection<InstalledContext> = {
  name: "usual",
  rank: 40,
  async draw({ offer }) {
    const create = offer("Create a service", "create").map((button) => ({
      ...button,
      style: "primary" as const,
    }));
    return [
      header("Database services"),
      section(
        "Create a service, look at its backups, and read what everything costs. Answers come as direct messages.",
      ),
      ...row(
        create,
        offer("Costs of the last 7 days", "costs last 7 days"),
        offer("All backups", "backups"),
        offer("Open alerts", "alerts"),
        offer("Presets", "presets"),
        // Everyone may read these.
        [commandButton("Help", "help")],
      ),
    ];
  },
};
