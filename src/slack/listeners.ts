import type { App } from "@slack/bolt";
import { listenToActs } from "./acts.ts";
import { type Dispatching, listenToCommandButtons, listenToCommands } from "./dispatch.ts";
import { listenToForms } from "./form-events.ts";
import { listenToSteps } from "./functions.ts";
import { listenToHome } from "./home/home.ts";
import { listenToLinks } from "./links.ts";

/** Listens to all that people and workflows do with the app in Slack. */
export function listenToSlack(bolt: App, dispatching: Dispatching): void {
  listenToCommands(bolt, dispatching);
  listenToCommandButtons(bolt, dispatching);
  listenToForms(bolt, dispatching);
  listenToActs(bolt, dispatching);
  listenToHome(bolt, dispatching);
  listenToLinks(bolt, dispatching);
  listenToSteps(bolt, dispatching);
}
