import { z } from "zod";
import { actions } from "../../platform/blocks/button.ts";
import { commandButton } from "../../platform/blocks/command-button.ts";
import { reply } from "../../platform/blocks/reply.ts";
import { section } from "../../platform/blocks/text.ts";
import { command } from "../../platform/commands/command.ts";

const lines = [
  "*Access* Who may do what.",
  "*Approvals* Which new services need approval.",
  "*Connections* The clouds and servers that this workspace uses.",
  "*Audit* Who did what.",
  "*Health* Checks the whole set-up.",
];

const buttons = [
  commandButton("Access", "admin access"),
  commandButton("Approvals", "admin approvals"),
  commandButton("Connections", "admin connections"),
  commandButton("Audit", "admin audit"),
  commandButton("Check health", "admin doctor"),
];

/** `/db admin`: leads to roles, approvals, connections, the audit log and the doctor. */
export const admin = command({
  name: "admin",
  group: {
    line: "Manage roles, approvals, connections, audit, health.",
    buttons: [["Admin", "admin"]],
  },
  summary: "Leads to roles, approvals, connections, the audit log and the health check.",
  usage: "",
  examples: ["/db admin"],
  access: "viewer",
  args: z.string().trim().max(0, "Add `access`, `approvals`, `audit`, `connections` or `doctor`."),
  run: async () => reply(lines.join("\n"), [section(lines.join("\n")), actions(buttons)]),
});
