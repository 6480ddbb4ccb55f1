import { code } from "../../../platform/blocks/escape.ts";

// Names and states are escaped by the caller where a text is mrkdwn.

export const change = {
  summary: "Changes a service's addresses, size or idle scaling.",
  details:
    "The form shows what changes and what it costs before anything is sent, and sends only that. If someone else changed the service meanwhile, you see the difference again. Running servers offer this, but it isn't in the API's specification, so some servers lack it.",
};
export const stop = {
  summary: "Stops a service. Its data stays.",
  details:
    "It asks first. A stopped service costs no compute, and no one can connect to it. `/db services start` starts it again. Some servers lack this.",
};
export const start = { summary: "Starts a stopped service." };
export const remove = {
  summary: "Deletes a service with all its data.",
  details:
    "The form shows the last good backup and asks for the service's name. The service is stopped first, then deleted. Some servers lack this.",
};

export const whichService = "Which service? Add its name, as in `orders prod`.";

/** Before a service is stopped. */
export function stopQuestion(name: string, state: string): string {
  return `Stop *${name}*? It's ${state} now. People and programs lose their connections. Its data stays, and ${code("/db services start")} starts it again.`;
}
export const unknownState = "in a state that I don't know";
export const stopYes = "Stop it";
