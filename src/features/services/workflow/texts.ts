// What a workflow's step and its requester read. Names are escaped and times formatted by the caller.

// The question to the requester, in mrkdwn

/** A workflow wants to create a service. */
export function askTitle(name: string): string {
  return `:raised_hand: *A workflow wants to create ${name} in your name.* Nothing is created yet.`;
}

/** What to do. */
export function askHint(until: string): string {
  return `Click Create before ${until} if you want it. Your role, limits and approvals apply. If you don't know this workflow, click Don't create.`;
}

export const above = "The whole request is in the messages above.";

/** The title once it is answered. */
export function answeredTitle(name: string): string {
  return `*A workflow wanted to create ${name} in your name.*`;
}

export const answers = {
  create: (when: string) => `You agreed, ${when}. I'll tell you here how it goes.`,
  approval: (when: string) => `You requested approval, ${when}.`,
  declined: (when: string) => `You declined, ${when}. Nothing was created.`,
  lapsed:
    "You didn't click Create within 24 hours. Nothing was created. Run the workflow again if you want it.",
} as const;

// Answers to a click, in mrkdwn

/** Why nothing was created. */
export function notCreated(why: string): string {
  return `:warning: *Nothing was created.* ${why}`;
}

export const runAgain = "Click Don't create, and run the workflow again.";
export const onlyRequester = "Only the workflow's requester can answer this.";
/** Plain text, for the audit log. */
export const onlyRequesterReason = "Only the workflow's requester can answer.";
export const tooLate = "This question is over: I asked it more than 24 hours ago. Run the workflow again.";
export const answeredAlready = "This is already answered. The message about it says how.";

// Why the step ends. Plain text.

export const plainAnswers = {
  approval: "It's waiting for approval.",
  declined: "Its requester clicked “Don't create”.",
  lapsed: "Its requester didn't click “Create” within 24 hours.",
  unasked: "I couldn't send its requester a direct message. Change the step's field Requester.",
} as const;

/** Nothing was created, and why. */
export function nothingCreated(why: string): string {
  return `Nothing was created. ${why}`;
}

export const changeName = "Change what fills in the step's field Name.";
export const changeNameField = "Change the step's field Name.";
export const changePreset = "Change the step's field Preset.";
export const badKey = "The step's approval key isn't valid, so the workflow has to ask.";

/** The preset changed since the workflow was approved. */
export function presetReplaced(name: string): string {
  return `The preset ${name} was saved again after the workflow was approved, so the workflow has to ask.`;
}

/** The workflow is approved, but its service is not. */
export function needsOwnApproval(name: string): string {
  return `The workflow ${name} is approved, but such a service needs its own approval, which you have to request.`;
}

/** The key of another workflow. */
export function otherKey(name: string, preset: string): string {
  return `The step's approval key belongs to the workflow “${name}”, which can create from the preset “${preset}” for one requester only. Change the step's fields, or ask an admin for another key: /db admin approvals workflow.`;
}

/** The preset breaks a rule. */
export function badPreset(name: string, problems: string): string {
  return `I can't use the preset “${name}”: ${problems} Save it again from the form, /db create ${name}.`;
}

/** The requester's role is too low. */
export function notAllowed(role: string): string {
  return `The step's requester needs the operator role, and ${role}. An admin can change that: /db admin access grant @requester operator.`;
}

export const openToWorld =
  "One of its addresses ends in /0, which lets everyone on the internet try to connect";

/** Inputs that are missing or wrong. */
export function badInputs(fields: string): string {
  return `The step's inputs aren't right. Check its fields: ${fields}.`;
}

/** A lost answer. */
export function uncertain(message: string): string {
  return `I can't tell whether the service was created. ${message} Look in the cloud's console before you run this again.`;
}
