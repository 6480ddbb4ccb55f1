// What a requester reads when the answer to a creation was lost, in mrkdwn. Names, ids and reasons are escaped and
// formatted by the caller.

/** The question. */
export function question(name: string, message: string, why: string, called: string, since: string): string {
  return [
    `:grey_question: *I can't tell whether ${name} was created.*`,
    `${message} ${why} To be safe, I didn't send it again.`,
    `Look in the cloud's console for a service${called} created after ${since}, and tell me what you found.`,
  ].join("\n");
}

/** The name of the service to look for. */
export function called(name: string): string {
  return ` called “${name}”`;
}

export const reasons = {
  nameless: "It had no name, so I couldn't look for it.",
  unlisted: "That answer said it succeeded, but the cloud's list of services doesn't have it.",
  abandoned:
    "The cloud's list of services doesn't have it yet. It may still show up there, so look again before you create it once more.",
  notAllowed: "The key can't read the cloud's list of services, so I couldn't look for it.",
  noList: "This cloud doesn't list its services, so I couldn't look for it.",
  unread: "I couldn't read the cloud's list of services since, so I couldn't look for it.",
} as const;

/** Services that may be it. */
export function mayBe(services: string, ids: string): string {
  return `The cloud's list has ${services} that may be it, or belong to another request: ${ids}.`;
}

// Buttons, and the dialog behind the second. Plain text.

export const created = "It was created: enter its id";
export const tryAgain = "It wasn't: try again";
export const notThere = "It wasn't created";

export const sure = {
  title: "Are you sure it isn't there?",
  text: (name: string) =>
    `If “${name}” was created after all, trying again creates a second one, and both cost money. Look in the cloud's console first.`,
  again: "Try again",
  gone: "It isn't there",
  no: "Look first",
} as const;

// While I look

/** The list is read. */
export function looking(name: string): string {
  return `:mag: *The cloud's answer didn't arrive.* I'm looking in its list of services for ${name}. This can take a minute, and I won't send anything again.`;
}

export const mayClose = "You can close this window. I'll tell you.";

/** One service is checked. */
export function checking(id: string): string {
  return `:mag: Checking service ${id}…`;
}

// How it ended

/** It is there. */
export function found(name: string, id: string): string {
  return `:white_check_mark: *${name} was created:* it's service ${id}.`;
}

/** It is not on the list. */
export function absent(name: string): string {
  return `:x: *${name} wasn't created:* the cloud's list of services doesn't have it.`;
}

/** It was refused. */
export function notCreated(name: string, why: string): string {
  return `:x: *${name} wasn't created.* ${why}`;
}

/** Its person said so. */
export function denied(name: string): string {
  return `:x: *${name} wasn't created*, as you said.`;
}

/** Late answers. */
export const late = {
  created: (name: string) => `:white_check_mark: This is already clear: *${name} was created.*`,
  failed: (name: string) => `:x: This is already clear: *${name} wasn't created.*`,
  running: (name: string) => `:hourglass_flowing_sand: I'm creating *${name}* right now.`,
} as const;

export const gone =
  "I no longer have this request. Check in the cloud's console whether the service is there.";
export const onlyRequester = "Only the person who requested this service can answer that.";
export const nothingCreated = "Nothing was created. Run the workflow again to try again.";
export const otherFirst = "Something else came first. Look again.";
/** Plain text. */
export const personLooked = "Its requester looked, and it isn't there.";

// The window for the id. Plain text.

export const idHelp = "The cloud's console shows it beside the service.";
export const badId =
  "This isn't a service id. Copy it from the cloud's console, such as 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10.";

// Why an id isn't taken. Plain text, except the first.

export const notTaken = "*That doesn't look like the service you requested.*";
export const anothers = "Another request made this service. Check the id.";
export const unknownId = "The cloud doesn't know a service with this id. Check the id.";

/** The cloud couldn't be asked. */
export function cannotAsk(message: string): string {
  return `I couldn't ask the cloud about it. ${message}`;
}

/** The service has another name. */
export function anotherName(name: string, wanted: string): string {
  return `The service with this id is called “${name}”, not “${wanted}”. Check the id.`;
}

// For the audit log. Plain text.

export const foundLater = "Found after its answer was lost.";

/** The cloud's list does not have it. */
export function notListed(message: string): string {
  return `${message} The cloud's list of services doesn't have it.`;
}

/** It was found for another request before. */
export function turnedOut(id: string): string {
  return `Service ${id}, which I had found for it, belongs to another request.`;
}
