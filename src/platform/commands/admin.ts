import type { Role } from "../access/role.ts";
import type { WorkspaceContext } from "../context.ts";
import { type Visitor, type Window, window } from "../forms/window.ts";
import type { KnownBlock } from "@slack/types";
import { call } from "./call.ts";
import { type Command, commandOf } from "./command.ts";
import { none } from "./entry.ts";

/** A tab of `/db admin`, as a feature declares it. */
export interface AdminTab<Context = WorkspaceContext> {
  /** Tabs with a lower rank come first. */
  rank: number;
  /** Letters and dashes. */
  name: string;
  label: string;
  /** The role that it takes. */
  access: Role;
  draw(person: Visitor, context: Context): Promise<KnownBlock[]>;
}

/** `/db admin`, and its window with the tabs of all features. Neither if there are no tabs. */
export function adminOf(tabs: readonly AdminTab[]): { commands: Command[]; windows: Window[] } {
  const [first, ...others] = tabs.toSorted((a, b) => a.rank - b.rank).map(windowTab);
  if (!first) return { commands: [], windows: [] };
  const shows = window({ name: "admin", title: async () => "Admin", tabs: [first, ...others] });
  const names = [first, ...others].map(({ name }) => name);
  const admin = commandOf({
    name: "admin",
    group: {
      line: "Manage roles, approvals, connections, audit, health.",
      buttons: [["Admin", "admin"]],
    },
    summary: "Opens a window with roles, approvals, connections, the audit log and the health check.",
    examples: ["/db admin"],
    hint: `\`/db admin\` alone opens a window. Its tabs are ${names.join(", ")}.`,
    calls: [
      call({
        name: "admin_open",
        asks: { means: ["admin"], around: "open list want", says: ["Admin"] },
        title: "Admin",
        summary: "Opens the window with roles, approvals, connections, the audit log and the health check.",
        effect: "read",
        opens: true,
        args: none,
        line: "admin",
        run: () => ({ shows, subject: "workspace" }),
      }),
    ],
  });
  return { commands: [admin], windows: [shows] };
}

function windowTab(tab: AdminTab): Window["tabs"][number] {
  const { name, label, access } = tab;
  return { name, label, access, draw: (_, person, context) => tab.draw(person, context) };
}
