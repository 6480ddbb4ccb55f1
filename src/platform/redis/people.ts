import { keys } from "./keys.ts";

/** A JSON object that is kept. */
export type KeptObject = Readonly<Record<string, unknown>>;

/**
 * What an erasure does with what mentions a person. "key" deletes the whole key, "entry" the member or the field. A
 * "pseudonym" stands in their place. A function makes the record without them, or undefined if it goes with them.
 */
export type Erased =
  | "key"
  | "entry"
  | "pseudonym"
  | ((record: KeptObject, isThem: (value: unknown) => boolean) => KeptObject | undefined);

/** What a kind of key holds of people. */
export interface Held {
  /** What it is, for docs/privacy.md. */
  what: string;
  why: string;
  /** Who reads it in Slack. */
  readers: string;
  /** How long, if it has no lifetime of its own. */
  kept?: string;
  erased: Erased;
  /** True if a `name` beside an id is the person's, and not that of what they made. */
  isOfPeople?: true;
}

const asLong = "Until it is removed or replaced";
const viewers = "Everyone in the workspace";
const operators = "Operators and admins";
const admins = "Admins";
const themselves = "The person";
const app = "The app only";

/** A record that names who made or changed it. */
const madeBy = (what: string, readers = viewers, kept: string | undefined = asLong): Held => ({
  what: `${what}: the id of who made or changed it`,
  why: "People ask its maker, and the app tells them when it stops working",
  readers,
  ...(kept !== undefined && { kept }),
  erased: "pseudonym",
});

/** What is the person's own, under a key with their id. */
const ownKey = (what: string, why: string, kept?: string): Held => ({
  what,
  why,
  readers: themselves,
  ...(kept !== undefined && { kept }),
  erased: "key",
});

/** A record goes with the person that one of its fields names. */
const goesWith =
  (field: string): Erased =>
  (record, isThem) =>
    isThem(record[field]) ? undefined : record;

const ofProgress = (what: string): Held => ({
  what: `${what}: the id of who asked for it`,
  why: "The app tells them how it went",
  readers: viewers,
  kept: "30 days",
  erased: "pseudonym",
});

/** The kinds of keys that hold nothing of people. */
export const holdNothing: readonly string[] = `
  schedulingWorkspaces alertingWorkspaces seenRuns activeWorkspaces dueWorkspaces slackRequest writeProof
  slotGuard schema processes listening roundTurn installState installation movedChannels connections
  chosenConnection renamedConnection connectionHealth creditPrices serviceDetails seenServices
  unwantedServices claimedName unresolved origin password passwordReading computeRate partColors postHold
  historyPace historyTurn historyPlace costDays picture requestQuota flood inboxCursor hookRates
  refusedDeliveries fullInboxes seenEvent alertBody alertBodyIndex alertBodySizes presentIncident
  openIncidents startedAlerts serviceIncidents incidentTimers heartbeats maintenance maintenanceNote
  incidentTrace alertCounts outboxes outbox outboxNew outboxEvents outboxRoots outboxProcesses outboxState
  outboxSummaries changeHold serviceHold managedWorkspaces createLimits openApprovals sealedSecrets
  keptSecrets deadLetters dueHandovers handoverAnswer recentIncidents awaitedAlerts firstEvents
  webhookTargets mcpTokenUses mcpCalls press startedWork auditRewrite auditRewrites
`
  .trim()
  .split(/\s+/);

/** What the others hold of people. A test fails for a kind that is in neither. */
export const people: Readonly<Partial<Record<keyof typeof keys, Held>>> = {
  connectLink: {
    what: "A link to the page for keys: the id of who may use it",
    why: "No one else may type a key there",
    readers: app,
    kept: "15 minutes",
    erased: "key",
  },
  services: madeBy("Each known service"),
  owners: {
    what: "Each service: the ids of its owner, of who set that, and of who was asked for a new one",
    why: "Alerts, reports and questions about a service go to its owner",
    readers: viewers,
    kept: asLong,
    // Without an owner and a team there is no record.
    erased: ({ ownerId, ...others }, isThem) =>
      isThem(ownerId)
        ? "team" in others
          ? others
          : undefined
        : { ...others, ...(ownerId !== undefined && { ownerId }) },
  },
  presets: madeBy("Each preset"),
  lastPlace: ownKey(
    "Where they last created a service: a provider and a region",
    "The form begins with it",
    "180 days",
  ),
  draft: {
    what: "Their half-filled forms, and forms that name them",
    why: "Nothing is lost if Slack is closed",
    readers: themselves,
    erased: "key",
  },
  presentDraft: ownKey(
    "Which form they have not finished",
    "Home offers to continue it",
    "As long as the form",
  ),
  request: ofProgress("The progress of a new service"),
  conversation: {
    what: "What a person's conversation is about: a command and its arguments. No sentence",
    why: "“It” and “the second one” are understood",
    readers: app,
    erased: "key",
  },
  seenNames: {
    what: "Names and handles of people that the app saw lately, with their ids",
    why: "People name others in sentences without a mention",
    readers: app,
    kept: "90 days",
    erased: "entry",
  },
  submission: {
    what: "Each request for a service: the id and the handle of who sent it, and where",
    why: "Its owner, its announcement and its password depend on it",
    readers: viewers,
    kept: "30 days",
    erased: "pseudonym",
  },
  schedules: {
    what: "Each report, budget, watch and digest: the id of who set it, and the person that it goes to",
    why: "It is posted there, and its maker hears when it can't be",
    readers: viewers,
    kept: asLong,
    erased: goesWith("channelId"),
  },
  post: {
    what: "Messages that are posted once: their channel, which may be a direct message, and their time",
    why: "No message comes twice",
    readers: app,
    erased: "pseudonym",
  },
  unusualDays: {
    what: "Unusual days of costs: the id of who said that one was expected",
    why: "The message says it",
    readers: viewers,
    kept: "400 days",
    erased: "pseudonym",
  },
  rateLimits: ownKey("How many requests they made in this minute", "No one takes all", "A minute"),
  hooks: madeBy("Each hook of alerts, its rules, its mutes, its rota and its maintenance"),
  inbox: {
    what: "Alerts and clicks on them that are not handled yet: the id and the name of who clicked",
    why: "Nothing is lost in a crash",
    readers: app,
    kept: "Seconds",
    erased: "pseudonym",
  },
  incident: {
    what: "Each alert: who acknowledged, snoozed, muted or was called, by id, and by name from elsewhere",
    why: "Its message and its timeline say who works on it",
    readers: viewers,
    erased: "pseudonym",
  },
  eventLog: {
    what: "The latest events of a hook, shortened. Their senders may have written names into them",
    why: "Rules are tried on them",
    readers: operators,
    kept: "2 days",
    erased: "pseudonym",
  },
  shown: {
    what: "What a message in Slack shows now: its channel and its hash",
    why: "It is changed only if it must be",
    readers: app,
    erased: "pseudonym",
  },
  storm: madeBy("The storm of a channel", viewers, "30 days"),
  stormSummary: madeBy("A storm's summary", viewers, "30 days"),
  stormMembers: {
    what: "The alerts of a storm: who acknowledged each, by id, or by name from elsewhere",
    why: "The summary says it",
    readers: viewers,
    kept: "30 days",
    erased: "pseudonym",
  },
  change: ofProgress("A change of a dashboard or an alert rule"),
  submittedChange: ofProgress("The submitted change of a dashboard or an alert rule"),
  serviceChange: ofProgress("A change of a service"),
  submittedServiceChange: ofProgress("The submitted change of a service"),
  managedParts: {
    what: "What the workspace's file manages, as it says it: grants, owners, approvers",
    why: "The app knows what people may not change by hand",
    readers: admins,
    kept: "As long as the file manages it",
    erased: "pseudonym",
  },
  wantedFile: {
    what: "A file that an admin wants to apply, with the ids and names in it",
    why: "The admin sees first what it would change",
    readers: admins,
    kept: "An hour",
    erased: "key",
  },
  grants: {
    what: "The role of a person: their id and name, and the id of who gave it",
    why: "It says what they may do",
    readers: admins,
    kept: "Until it is taken back",
    erased: goesWith("id"),
    isOfPeople: true,
  },
  approvalPolicy: madeBy("The rules of approval"),
  approval: {
    what: "A request for approval: who asked, approved and denied, and why",
    why: "It is decided by it, and its message says it",
    readers: viewers,
    kept: "30 days",
    erased: "pseudonym",
  },
  workflowAsk: {
    what: "The answer to a workflow's question: who gave it",
    why: "Nothing is created for a person who did not say yes",
    readers: app,
    kept: "30 days",
    erased: "pseudonym",
  },
  approvedWorkflows: madeBy("Each approved workflow, and whom it creates for", admins),
  hardLimits: madeBy("The hard limits"),
  audit: {
    what: "Every change, refusal and look at a password: the id, the name, the channel, what was done to what",
    why: "Admins must be able to see who did what",
    readers: admins,
    erased: "pseudonym",
  },
  failingItems: {
    what: "Work that fails at each try: who has a message about it",
    why: "They hear when it works again",
    readers: operators,
    kept: "Until it works again",
    erased: "pseudonym",
  },
  handover: {
    what: "What an incident tool said of a handed over alert: names from there",
    why: "The alert's message says who took it there",
    readers: viewers,
    kept: "60 days after the alert's own time",
    erased: "pseudonym",
  },
  rota: {
    what: "Who is on call: names and times as the rota's feed has them, and the ids in Slack",
    why: "The right person is called",
    readers: viewers,
    kept: "14 days",
    erased: "pseudonym",
    isOfPeople: true,
  },
  madeAlerts: madeBy("Each alert rule that was created here"),
  mcpTokens: {
    what: "Each token of a program: the id and the name of its person",
    why: "The program acts as them",
    readers: "The person, and admins",
    kept: "30 days after it expired",
    erased: goesWith("userId"),
  },
  mcpOffer: {
    what: "A change that a program proposed to its person",
    why: "The person decides",
    readers: themselves,
    kept: "8 days",
    erased: "key",
  },
  mcpWaiting: ownKey("Which proposals wait for them", "At most ten do", "8 days"),
  modelQuestion: ownKey("That a model reads their question", "One at a time", "12 seconds"),
  erasures: {
    what: "Who is being erased: their id and names",
    why: "A crash doesn't stop the erasure",
    readers: app,
    kept: "Until it is done, usually within two minutes",
    erased: "entry",
  },
};

/** What accepted work holds of people, in the queues of jobs. */
export const peopleInJobs: Held = {
  what: "Accepted work in the queues: the id and the name of who asked for it, and what they asked for",
  why: "A crash loses no work, and they hear how it went",
  readers: app,
  kept: "A day after it is done, seven days after it was given up",
  erased: "pseudonym",
};

const names = new Map(
  Object.entries(keys).map(([kind, key]) => {
    // Most keys have their name behind the workspace, and all of them before what they are about.
    const text = typeof key === "string" ? key : Reflect.apply(key, undefined, ["", "", "", ""]);
    return [nameIn(String(text)), kind];
  }),
);

function nameIn(key: string): string {
  return /^qm:(?:\{[^}]*\}:)?([^:]+)/.exec(key)?.[1] ?? "";
}

/** What a key holds of people. Undefined for nothing, and for a kind that isn't known. */
export function heldAt(key: string): Held | undefined {
  const kind = names.get(nameIn(key));
  return Object.entries(people).find(([each]) => each === kind)?.[1];
}
