import type { Command } from "./commands/command.ts";
import { type ReadCommandLine, commandReader } from "./commands/read.ts";
import type { WorkspaceContext } from "./context.ts";
import type { Form } from "./forms/form.ts";
import type { Act } from "./forms/interaction.ts";
import { openedAct } from "./forms/opened.ts";
import { reopenAct } from "./forms/reopen.ts";
import { resumeActs } from "./forms/resume.ts";
import type { ScheduleKind } from "./jobs/schedules/schedules.ts";
import type { LinkCards } from "./slack/interactions/links.ts";
import type { WorkflowStep } from "./slack/interactions/workflow-steps.ts";

/**
 * Everything that one feature adds to the product. No other file lists any of it. A handler may ask for its feature's own
 * context: the app makes one context that is the context of every feature.
 */
export interface Feature<Context = WorkspaceContext> {
  name: string;
  commands?: readonly Command<Context>[];
  forms?: readonly Form<Context>[];
  /** What buttons and menus do. */
  interactions?: readonly Act<Context>[];
  /** Cards for links that people post. */
  links?: LinkCards<Context>;
  /** Steps that workflows may have. */
  steps?: readonly WorkflowStep<Context>[];
  schedules?: readonly ScheduleKind<Context>[];
}

/** Declares a feature. */
export function feature<Context extends WorkspaceContext>(declared: Feature<Context>): Feature {
  return declared;
}

/** What all features add together, for the parts that dispatch it. */
export interface Product {
  /** In the order of help. */
  commands: readonly Command[];
  readCommand: ReadCommandLine;
  forms: readonly Form[];
  interactions: readonly Act[];
  links: readonly LinkCards[];
  steps: readonly WorkflowStep[];
  schedules: readonly ScheduleKind[];
}

/** Collects what features declare. */
export function productOf(features: readonly Feature[]): Product {
  const commands = inHelpOrder(features.flatMap((each) => each.commands ?? []));
  const forms = features.flatMap((each) => each.forms ?? []);
  return {
    commands,
    readCommand: commandReader(commands),
    forms,
    interactions: [
      openedAct,
      ...resumeActs(forms),
      reopenAct(forms),
      ...features.flatMap((each) => each.interactions ?? []),
    ],
    links: features.flatMap((each) => each.links ?? []),
    steps: features.flatMap((each) => each.steps ?? []),
    schedules: features.flatMap((each) => each.schedules ?? []),
  };
}

/** A command that names another one stands after it. */
function inHelpOrder(commands: readonly Command[]): Command[] {
  const ordered = commands.filter(({ helpAfter }) => helpAfter === undefined);
  for (const command of commands.filter(({ helpAfter }) => helpAfter !== undefined)) {
    const before = ordered.findIndex(({ name }) => name === command.helpAfter);
    ordered.splice(before + 1, 0, command);
  }
  return ordered;
}
