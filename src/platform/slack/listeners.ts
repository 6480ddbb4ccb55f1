import type { App } from "@slack/bolt";
import { listenToActs } from "./interactions/interactions.ts";
import { type Dispatching, listenToCommandButtons, listenToCommands } from "./interactions/commands.ts";
import { listenToHome } from "./home.ts";
import { listenToForms } from "./interactions/forms.ts";
import { listenToSteps } from "./interactions/workflow-steps.ts";
import { listenToLinks } from "./interactions/links.ts";

/** Listens to all that people and workflows do with the app in Slack. */
export function listenToSlack(bolt: App, dispatching: Dispatching): void {
  listenToCommands(bolt, dispatching);
  listenToCommandButtons(bolt, dispatching);
  listenToForms(bolt, dispatching);
  listenToHome(bolt, dispatching);
  listenToActs(bolt, dispatching);
  listenToLinks(bolt, dispatching);
  listenToSteps(bolt, dispatching);
}
