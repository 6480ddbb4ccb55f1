import { plural } from "../../../lib/text.ts";

// What requesters and approvers read, in mrkdwn if not said otherwise. Names are escaped and times formatted by the
// caller.

// To the requester

/** They asked for approval. */
export function asked(
  name: string,
  quorum: number,
  groupId: string,
  channelId: string,
  until: string,
): string {
  return [
    `:hourglass_flowing_sand: *You requested approval for ${name}.* Nothing is done yet.`,
    `${plural(quorum, "member")} of <!subteam^${groupId}> must approve it in <#${channelId}> before ${until}. I'll tell you here what they decide.`,
  ].join("\n");
}

export const askedTitle = "Approval requested";
export const decidedTitle = "Already decided";

/** It was approved and is sent. It says where the password will be. */
export function beingCreated(name: string): string {
  return `I'm creating ${name} now. I'll tell you when it runs, and DM you its password's button.`;
}

/** An act was approved. */
export const beingDone = "I'm doing it now. I'll tell you when it is done.";

/** The beginning of how it ended. */
export function yourRequest(wish: string): string {
  return `*Your request to ${wish}*`;
}

/** Before Create: who must approve it and why. */
export function needsApproval(groupId: string, channelId: string, because: string): string {
  return `:raised_hand: *This needs approval* from <!subteam^${groupId}> in <#${channelId}>, because ${because}.`;
}

/** Why a workflow's step ended. Plain text. */
export const endReasons = {
  approved: () => "It was approved, but I couldn't send it.",
  denied: (reason = "") => `Its approvers denied it: ${reason}`,
  expired: () => "Not enough people approved it within 24 hours.",
  void: (reason = "The request for approval is void.") => reason,
  withdrawn: () => "Its requester took it back.",
} as const;

// To the approvers

/** The title while it is open. With the group, it notifies its members. */
export function openTitle(name: string, groupId?: string): string {
  const title = `*Approval needed: ${name}*`;
  return groupId === undefined ? title : `<!subteam^${groupId}>: ${title}`;
}

/** Below the message to one member of the group. */
export function alsoIn(groupId: string, channelId: string): string {
  return `You read this as a member of <!subteam^${groupId}>. It is in <#${channelId}> too, and a decision counts in both places.`;
}

/** The title once it ended. */
export function endedTitle(name: string): string {
  return `*Approval: ${name}*`;
}

/** Who asks, and why approval is needed. */
export function whoAsks(requesterId: string, wish: string, because: string): string {
  return `<@${requesterId}> wants to ${wish}. It needs approval because ${because}.`;
}

/** Beside Owner or Team. */
export const noOne = "none";

/** Before what the requester may have. */
export const allowed = "Allowed for the requester's role";
export const anything = "anything, because it has no limits";
export const allowedNotRead = "not known right now, because I couldn't read the role";

export const priceNotRead =
  "*Estimate:* not known, because it was asked for before I had read what your services used.";

/** What the requester of a creation wants. */
export function toCreate(name: string): string {
  return `create ${name}`;
}

/** Who must still approve. */
export function stillNeeded(missing: number, isMore: boolean, groupId: string, until: string): string {
  const more = isMore ? " more" : "";
  const people = missing === 1 ? `One${more} member` : `${missing}${more} members`;
  return `${people} of <!subteam^${groupId}>, other than the requester, must approve this before ${until}. One denial cancels the request.`;
}

/** Who approved so far. */
export function approvedSoFar(approvers: string): string {
  return `:ballot_box_with_check: *Approved so far* ${approvers}`;
}

export const sent = "I'm creating it now.";
export const doing = "I'm doing it now.";

/** Why an approved request was not sent. */
export function notCreated(why: string): string {
  return `:warning: *Nothing was done.* ${why}`;
}

/** The request is in the thread. */
export function readThread(parts: string): string {
  return `:warning: *Read the thread first.* The whole request is too long for this message, so it's there in ${parts}.`;
}

/** The fallback text of a part. */
export function partOf(name: string): string {
  return `The request for ${name}`;
}

// How it ended

export const endings = {
  denied: (by: string, at: string, why: string) => `:no_entry: *Denied*${by}, ${at}: “${why}”`,
  expired: (at: string) =>
    `:hourglass: *Expired* ${at}: not enough people decided in time. Nothing was done.`,
  void: (at: string, why: string) => `:heavy_multiplication_x: *Void* since ${at}.${why} Nothing was done.`,
  withdrawn: (by: string, at: string) =>
    `:leftwards_arrow_with_hook: *Taken back*${by}, ${at}. Nothing was done.`,
} as const;

// Answers to a click

export const notFound = "I can't find this request. It may have expired.";
/** Plain text. */
export const notAsAsked = "My copy of it doesn't match the request.";

/** A late click. */
export function alreadyDecided(how: string): string {
  return `This is already decided. ${how}`;
}

export const twice = "You already approved this, and each person counts once.";
export const changedMeanwhile = "This changed at the same moment. Look at it again.";

/** An approval that is not enough yet. */
export function counts(missing: string): string {
  return `Your approval counts. ${missing} must approve it.`;
}

export const denied = ":no_entry: *Denied.* I'll tell its requester your reason.";
export const wrongButton = "This button doesn't belong to that request. Use the one in the message about it.";
export const ownRequest =
  "You requested this yourself, so someone else decides. You can take it back in our direct messages.";
/** Plain text, for the audit log. */
export const ownRequestReason = "The requester can't decide.";

/** Only the group decides. */
export function notMember(groupId: string): string {
  return `Only members of <!subteam^${groupId}> can decide this, and you aren't one right now.`;
}

/** Plain text, for the audit log. */
export const notMemberReason = "Only members of the approvers' group can decide.";
/** Plain text. */
export const changedAfterAsking = "Its requester changed it after asking.";
export const onlyRequester = "Only the person who requested approval can take it back.";
export const takenBack = "You took it back. Nothing is done. If a workflow asked, its step ends.";
export const readFirst = "Click the button in the message about the request, where you see all of it.";

// Why an approved request can't be sent, or can't be decided. Plain text.

/** For admins. */
export const channelGone = (name: string) =>
  `:warning: A request for approval (${name}) has ended, because I can't post in the channel for approvals. Each further request would end so. Invite me there, or choose another channel: \`/db admin approvals\``;

export const noChannel =
  "I can't post in the approvers' channel. An admin can choose another: /db admin approvals set.";
/** An act's requester has lost the right to it. */
export const noRightToAct = "It was approved, but its requester's role doesn't allow it anymore.";
export const noRight = "It was approved, but its requester can't create services here anymore.";

/** Limits that were set since. */
export function beyondLimits(limits: string): string {
  return `It was approved, but it's now beyond what its requester can create: ${limits}`;
}

/** A name that was taken since. */
export function nameTaken(taken: string): string {
  return `It was approved, but its name is taken. ${taken}`;
}

// Why approval is needed, as the end of a sentence

export const reasons = {
  every: (role: string | undefined, isNew: boolean) => {
    const of = role === undefined ? "" : ` of an ${role}`;
    return isNew ? `every new service${of} does` : `every change${of} that may cost more does`;
  },
  unknownMemory: "the cloud chooses its memory",
  memory: (gb: number, limitGb: number) => `its memory of up to ${gb} GB is over ${limitGb} GB`,
  unknownPrice: "I can't estimate what it will cost",
  /** `most` is "620.00 credits". */
  price: (most: string, limit: string) => `its compute of up to ${most} in 30 days is over ${limit}`,
} as const;

// The window that asks for a reason

export const reasonHelp = "I'll tell the requester, and give the form back with their input.";
export const reasonPlaceholder = "Use the staging preset for this: 64 GB is enough.";
export const reasonMissing = "Enter a reason, so the requester knows what to change.";
export const denying = ":hourglass_flowing_sand: Saving your denial…";
