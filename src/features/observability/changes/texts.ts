import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";

// A change's thing is mrkdwn in these texts, as in "the alert rule “Errors” of orders prod". `Thing` begins a sentence.

/** The nouns of what a change is about. */
const nouns = { dashboard: "dashboard", alert: "alert rule" } as const;

type Noun = keyof typeof nouns;

/** The forms of each verb in sentences. */
export const verbs = {
  create: { doing: "Creating", done: "Created", past: "created" },
  update: { doing: "Saving", done: "Saved", past: "changed" },
  delete: { doing: "Deleting", done: "Deleted", past: "deleted" },
} as const;

/** A thing's name with its noun. */
export function thing(noun: Noun, name: string | undefined): string {
  return name === undefined ? `the unnamed ${nouns[noun]}` : `the ${nouns[noun]} “${escapeName(name)}”`;
}

/** The same with its target. */
export function thingOf(named: string, target: string): string {
  return `${named} of ${escapeName(target)}`;
}

export const labels = {
  look: "Look again",
  createAgain: "Create again",
  lookFirst: "Look first",
  makeMine: "Make my change too",
  leaveTheirs: "Keep theirs",
  deleteAnyway: "Delete anyway",
  test: "Send a test",
};

/** The label of the button that shows one thing. */
export function showOne(noun: Noun): string {
  return `Show ${noun === "alert" ? "rule" : nouns[noun]}`;
}

/** The label of the button that lists all. */
export function showAll(noun: Noun): string {
  return `Show all ${nouns[noun]}s`;
}

// Progress.

export const mayClose = "You can close this window. I'll tell you the result.";

/** The first line while a change is made. */
export function doing(verb: string, named: string): string {
  return `:hourglass_flowing_sand: *${verb} ${named}…*`;
}

/** The same while it waits. */
export function waiting(verb: string, named: string): string {
  return `:hourglass_flowing_sand: *${verb} ${named} has to wait.*`;
}

/** What a change waits for. */
export const busy = {
  limited: "The server takes no more requests right now.",
  failing: "The server isn't answering properly right now.",
  storage: "My storage doesn't confirm that it saved the change, so I haven't sent it yet.",
};

export const keepsTrying = "I'll keep trying for two minutes.";

export const searchingTitle = "Looking";

/** The text while the server's list is searched. */
export function searching(noun: Noun, named: string): string {
  return `:mag: *The server's answer didn't arrive.* I'm checking its list of ${nouns[noun]}s for ${named}. This can take a minute. I won't send it again.`;
}

// Outcomes.

export const titles = { uncertain: "Not sure", failed: "Not done", resolved: "Already decided" };

/** The change may or may not have been made. `reason` is mrkdwn. */
export function mayBeDone(named: string, past: string, reason: string): string {
  return `*I don't know if ${named} was ${past}.* ${reason} Check it before you try again.`;
}

/** The change failed. */
export function notDone(Thing: string, past: string, reason: string): string {
  return `*${Thing} wasn't ${past}.* ${reason}`;
}

/** It is uncertain whether something was created; the reasons are mrkdwn. */
export function mayBeCreated(named: string, reason: string, found: string): string {
  return `:grey_question: *I don't know if ${named} was created.*\n${reason} ${found} To be safe, I didn't send it again.`;
}

/** The question before something is created again. */
export function createAgain(noun: Noun, name: string | undefined) {
  const named = name === undefined ? `the ${nouns[noun]}` : `“${name}”`;
  return {
    title: "Create it again?",
    text: `If ${named} was created after all, there will be two. Check the list first.`,
    yes: labels.createAgain,
    no: labels.lookFirst,
  };
}

/** The change is made. */
export function done(verb: keyof typeof verbs, named: string): string {
  return `:white_check_mark: *${verbs[verb].done} ${named}.*`;
}

/** There was nothing to change. */
export function nothingToDo(verb: "update" | "delete", named: string): string {
  return verb === "update"
    ? `:white_check_mark: *Nothing to change:* ${named} is already like this.`
    : `:white_check_mark: *Nothing to delete:* ${named} was already gone.`;
}

/** The server's answer came after its person had read otherwise. */
export function createdAfterAll(named: string): string {
  return `:warning: *Created ${named} after all.* The server answered late. If you created it again, there are two now: delete the one you don't need.`;
}

/** The same, when another thing was taken for the created one. */
export function createdAnother(named: string, noun: Noun, otherId: string): string {
  return `:warning: *Created ${named}, but it isn't the ${nouns[noun]} I showed you.* The server answered late. The other one is ${code(otherId)}. Check both, and delete the one you don't need.`;
}

/** The answer to a click after the question was decided. */
export const decided = {
  theirs: (named: string) => `*Kept theirs:* ${named} stays as they changed it.`,
  mine: (named: string) => `*Your change to ${named} is already made,* or on its way.`,
  again: (Thing: string) => `*${Thing} is already created again,* or on its way.`,
  other: (named: string) => `*Already decided.* Check ${named}.`,
};

// Someone else changed it too.

export const conflictTitle = "Changed meanwhile";

/** The first paragraph of the question. */
export function conflict(Thing: string): string {
  return `:warning: *${Thing} changed since you opened the form, so your change isn't saved.*`;
}

export const theirChanges = "*What changed meanwhile:*";

export const yourChanges = "*Your change:*";

/** The reason is mrkdwn. */
export function noLongerFits(reason: string): string {
  return `Your change no longer fits: ${reason}`;
}

/** Counts the differences that are left out. */
export function moreDifferences(count: number): string {
  return `• and ${count} more`;
}

export const renamedTitle = "Renamed meanwhile";

/** The thing to delete has another name now. */
export function renamed(Thing: string, name: string): string {
  return `:warning: *${Thing} was renamed meanwhile: it's now called “${escapeName(name)}”.* I deleted nothing. To delete it anyway, type its new name.`;
}

export const hasOtherName = "It has another name now.";

/** The thing was deleted meanwhile. */
export function goneMeanwhile(noun: Noun): string {
  return `Someone deleted this ${nouns[noun]} meanwhile.`;
}

export const notKept = "I no longer have this change. Check how it is now, and change it again.";

export const notYours = "Only the person who made this change can decide that.";

export const somethingElse = "Something else that isn't shown here";

// A creation with a lost answer.

export const restarted = "I was restarted while I waited for the server's answer.";

/** Nothing in the server's list decides whether it was created. */
export const listed = {
  noList: (noun: Noun) => `The server doesn't show me a list of ${nouns[noun]}s.`,
  unread: (noun: Noun) => `I couldn't read the server's list of ${nouns[noun]}s since.`,
  absent: (noun: Noun) => `It isn't in the server's list of ${nouns[noun]}s.`,
  perhaps: (noun: Noun, unread: number) =>
    `It isn't in the part of the server's list that I can read. I couldn't read ${plural(unread, nouns[noun])}, and one may be it.`,
};

// The audit log.

export const audit = {
  answeredLate: "The server answered after I had reported another result.",
  conflict: "Someone else changed it meanwhile, or another form did.",
  unknown: "I don't know if it was created.",
  /** Where it was. The names are plain text. */
  where: (target: string, tiles: readonly string[]) =>
    `In ${target}${tiles.map((tile) => `, tile “${tile}”`).join("")}.`,
};

/** For a program that asks how it went. */
export const changedFirst = "Someone else changed it first.";
