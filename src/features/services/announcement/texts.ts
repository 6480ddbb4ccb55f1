import { escapeName } from "../../../platform/blocks/escape.ts";

// The message about a new service, in mrkdwn. Names, ids and states are escaped by the caller, if not said otherwise.

/** Plain text. `amount` is "780 credits". */
export const makeBudget = (name: string, amount: string) => ({
  label: `Budget: ${amount} a month`,
  question: {
    title: "Make this the budget?",
    text: `A monthly budget of ${amount} for ${name}, as estimated for its compute. I'll post here at 50, 80 and 100%, and about unusual days.`,
    yes: "Set the budget",
    no: "Cancel",
  },
});

/** The steps of a creation, in plain text. */
export const planTexts = {
  title: (name: string) => `Steps of ${name}`,
  sent: "Request sent",
  created: "Created",
  provisioning: "Provisioning",
  willRun: "Running",
  runs: "Runs",
  password: {
    none: "No password",
    lost: "Password lost",
    sealed: "Password waits to be seen",
    writing: "Password being written",
    written: "Password written",
    seen: "Password seen",
    expired: "Password not seen in time",
  },
} as const;

/** Continues the service's name with its state. */
export const stateTexts = {
  running: "is running.",
  failed: "couldn't start. Look in the cloud's console.",
  degraded: "is degraded: the cloud says that part of it doesn't work. Look in the cloud's console.",
  stopped: "stopped before it ran. Look in the cloud's console.",
  deleting: "is being deleted before it ran. Look in the cloud's console.",
  deleted: "was deleted before it ran. Look in the cloud's console.",
  unreported: "is created. This cloud doesn't report when a service runs: its console shows it.",
  slow: "still isn't running after 30 minutes. Look in the cloud's console.",
} as const;

/** A service that doesn't run yet. Escapes the state. */
export function comingText(name: string, state: string): string {
  const known: Record<string, string> = { provisioning: "", awaking: "waking up" };
  const shown = Object.hasOwn(known, state) ? known[state] : escapeName(state.replaceAll("_", " "));
  return `Creating *${name}*…${shown ? ` It's ${shown}.` : ""}`;
}

/** Who asked for it, as a mention or an escaped name, and whether a workflow did so for them. */
export function requestedBy(requester: string, byWorkflow: boolean): string {
  return `requested by ${requester}${byWorkflow ? " through a workflow" : ""}`;
}

/** The thread's message once it is known how the creation ended. It notifies the requester. */
export function endedInThread(mention: string, name: string, words: string): string {
  return mention === "" ? `The service “${name}” ${words}` : `${mention} Your service “${name}” ${words}`;
}

/** Who may see the password. */
export function passwordFor(requester: string, until: string | undefined): string {
  return `:lock: Only ${requester} can see the password, once${until === undefined ? "" : `, until ${until}`}.`;
}

// How to connect

export const noEndpoint = "The cloud hasn't named an endpoint yet. Its console shows how to connect.";

/** Endpoints that are not shown. */
export function moreEndpoints(count: string): string {
  return `And ${count}: the cloud's console lists them.`;
}

export const noPasswordInThese = "You'll be asked for the password.";
/** Plain text. */
export const noUserNamed = "Replace USER with your user name.";

// Corrections

const advice = "Each service costs money: delete what you don't need in the cloud's console.";

/** The requester read of another service before. */
export function anotherService(name: string, id: string, other: string): string {
  return `:warning: *${name} isn't the service I told you about.*${id} Service ${other} belongs to another request. ${advice}`;
}

/** The requester read that it was not created. */
export function createdAfterAll(name: string, id: string): string {
  return `:warning: *${name} was created after all.*${id} I had told you that it wasn't. If you created it again, you now have two. ${advice}`;
}

/** The id of a service, in code. */
export function itsId(id: string): string {
  return ` It's service ${id}.`;
}

/** To the creator alone. */
export function createdTitle(name: string): string {
  return `:white_check_mark: *${name} is created.*`;
}

export const mayCloseCreated =
  "You can close this window. The message about the service, where you asked or in our direct messages, has the same button.";
/** Plain text. */
export const requestGone = "I no longer have this service's request. Look in the cloud's console.";
