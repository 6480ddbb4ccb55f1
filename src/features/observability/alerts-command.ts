import { deadLetters, listOpen, traceIncident } from "../alerts/index.ts";
import { z } from "zod";
import type { Role } from "../../platform/access/role.ts";
import type { ObservabilityContext } from "./context.ts";
import type { Asker } from "../../platform/context.ts";
import { type Answer, command } from "../../platform/commands/command.ts";
import { formatDocumented } from "./documented.ts";
import {
  createDefined,
  deleteDefined,
  duplicateDefined,
  editDefined,
  listDefined,
  listOfTarget,
  sayHookOf,
  showDefined,
  testDefined,
} from "./alert-rules/commands.ts";
import { waysToPlaces } from "./target.ts";

type Run = (words: string, context: ObservabilityContext, asker: Asker) => Promise<Answer>;

/** Something that can be done with alerts. */
interface AlertsSubcommand {
  run: Run;
  /** Viewers may do it where nothing is said. */
  access?: (words: string) => Role;
  /** As the audit log has it, of what changes something. */
  subcommand?: string;
}

/** Something for operators. */
function change(subcommand: string, run: Run): [string, AlertsSubcommand] {
  return [subcommand, { run, subcommand, access: () => "operator" }];
}

const subcommands = new Map<string, AlertsSubcommand>([
  ["list", { run: listDefined }],
  ["show", { run: showDefined }],
  change("create", createDefined),
  change("edit", editDefined),
  change("duplicate", duplicateDefined),
  change("delete", deleteDefined),
  change("test", testDefined),
  change("hook", sayHookOf),
  ["trace", { run: traceIncident }],
  ["dead", { run: deadLetters, access: (words) => (words.trim() === "" ? "viewer" : "operator") }],
]);

/** What is open, with the ways to what is defined. */
const listOpenAndDefined: Run = (words, context) => listOpen(words, context, waysToPlaces(context));

/** Those that open a form. */
const opening: ReadonlySet<string> = new Set(["create", "edit", "duplicate", "delete"]);

/** The words after `alerts`: what to do; else the page of what is open, or the place whose alerts to list. */
const Args = z.string().transform((text) => {
  const all = text.trim();
  const [, word = "", words = ""] = /^(\S*)\s*([\s\S]*)$/.exec(all) ?? [];
  const subcommand = subcommands.get(word.toLowerCase());
  if (subcommand) return { ...subcommand, words };
  return { run: /^([1-9]\d{0,5})?$/.test(all) ? listOpenAndDefined : listOfTarget, words: all };
});

/** `/db alerts …`: what is open, how an alert came here, what could not be shown, and what is defined in a place. */
export const alerts = command({
  name: "alerts",
  summary:
    "Lists open alerts, and those that are defined in a service; shows, creates, changes and tests them; traces an alert's way here.",
  usage:
    "[<service> | list [<service>] | show <id> | create [<service>] | edit <id> | duplicate <id> | delete <id> | test <id> | trace <id> | dead]",
  examples: [
    "/db alerts",
    "/db alerts orders prod",
    "/db alerts create orders prod",
    "/db alerts trace 0f8c2a",
    "/db alerts dead",
  ],
  details: [
    "• Alone, it lists what is open by channel, the newest first; “Details” says all of one, with its id.",
    "• With the name of a service, or of a connection to an observability server, it lists the alerts that are defined there, the worst first; put `list` before a name that is one of these words as well. `show` says all of one: when it fires, whom it tells, and its last incidents here.",
    "• `create` opens a form: a tile of a dashboard, a threshold, and the webhook to tell. `edit` changes what you change and leaves the rest, `duplicate` begins with what one has, and `delete` asks for its name. These are for operators.",
    "• `test` sends a test of mine to the channel that the alert tells. `hook <id> <hook>` says which hook of ours its webhook posts to, where I do not know.",
    "• Where you have several services, its name stands last, as in `/db alerts show 6f0c1d2e orders prod`.",
    `• ${formatDocumented("alerts")}`,
    "• `trace` has every step of an alert: when it was received, accepted and worked in, and what Slack answered to each post and edit.",
    "• `dead` lists what could not be shown and why, with buttons to try it again or throw it away; `dead replay all` tries all of it.",
  ].join("\n"),
  args: Args,
  access: ({ access, words }) => access?.(words) ?? "viewer",
  opens: ({ subcommand }) => subcommand !== undefined && opening.has(subcommand),
  run: ({ run, words }, context: ObservabilityContext, asker) => run(words, context, asker),
});
