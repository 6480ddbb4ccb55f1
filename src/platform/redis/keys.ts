import { dayInSeconds, hourInSeconds } from "../../lib/duration.ts";
import { plural } from "../../lib/text.ts";

/** The prefix of the keys of all job queues, unless they are in a cluster. */
export const jobPrefix = "{qm-jobs}";

/** The beginning of the keys of all job queues, wherever they are. */
export const jobKeys = "{qm-jobs";

/** The prefix of a queue's keys. In a cluster each queue has its own slot, so the masters share the work. */
export function jobPrefixOf(isCluster: boolean, queue: string): string {
  return isCluster ? `{qm-jobs:${queue}}` : jobPrefix;
}

/**
 * A key of one workspace: `qm:{T1}:hooks`, with each part after a colon. The braces put one workspace's keys in one
 * cluster slot, so its writes can be atomic and its deletion finds all keys by one prefix.
 */
function of<Parts extends OtherParts = []>(name: string): Key<Parts> {
  return (workspaceId, ...parts) => [`qm:{${workspaceId}}:${name}`, ...parts].join(":");
}

type OtherParts = readonly (string | undefined)[];
type Key<Parts extends OtherParts> = (workspaceId: string, ...parts: Parts) => string;

/** Every key that the product keeps in Redis. */
export const keys = {
  /** The workspaces with schedules. Shared by all workspaces. */
  schedulingWorkspaces: "qm:scheduling-workspaces",
  /** The workspaces with hooks. Shared too. */
  alertingWorkspaces: "qm:alerting-workspaces",
  /** Which Redis it was, and when. Shared. */
  seenRuns: () => "qm:seen-runs",
  /** The workspaces with something that may be to do now, by their last change. Also shared. */
  activeWorkspaces: () => "qm:active-workspaces",
  /** The workspaces by when something of them is due. */
  dueWorkspaces: () => "qm:due-workspaces",
  /** A received command or interaction, by its signature, because Slack sends each once. */
  slackRequest: (signature: string) => `qm:slack-request:${signature}`,
  /** Written regularly to check that Redis takes writes. Its tag decides which master of a cluster is asked. */
  writeProof: (tag: string) => `qm:{${tag}}:write-proof`,
  /** Never exists. A script that names it waits while its slot moves to another master of a cluster. */
  slotGuard: (tag: string) => `qm:{${tag}}:slot-guard`,
  /** Which version of the data is in Redis, and which versions may read it. */
  schema: () => "qm:schema",
  /** The running processes, by id. */
  processes: () => "qm:processes",
  /** Since when each process takes deliveries, and when it last said so. */
  listening: () => "qm:listening",
  /** Exists while a process makes a round of this name, and until the next round is due. */
  roundTurn: (name: string) => `qm:round-turn:${name}`,
  /** An installation in progress, by the hash of its state. Its workspace is not known yet. */
  installState: (hash: string) => `qm:install-state:${hash}`,
  /** The app's installation. Without it there is no workspace, except the operator's own. */
  installation: of("installation"),
  /** The new id of each channel that had another one. */
  movedChannels: of("moved-channels"),
  connections: of("connections"),
  /** The name of the default connection, if a person chose one. */
  chosenConnection: of("chosen-connection"),
  /** The present name of a connection that had this one. */
  renamedConnection: of<[name: string]>("renamed-connection"),
  /** The outcome of the latest call through each connection, by name. */
  connectionHealth: of("connection-health"),
  /** The price of a credit of each connection, by name. */
  creditPrices: of("credit-prices"),
  /** Who may type a connection's credentials, by the hash of the link's token. */
  connectLink: of<[hash: string]>("connect-link"),
  services: of("services"),
  /** Whom each service belongs to, by id. */
  owners: of("owners"),
  /** The cloud's answer about each service that was created here, by id. No secret. */
  serviceDetails: of("service-details"),
  /** The cloud's name of each service when it was last seen, by id. */
  seenServices: of("seen-services"),
  /** The ids of services that people don't want in the list. */
  unwantedServices: of("unwanted-services"),
  /** The request that owns a new service's name until the service is known. */
  claimedName: of<[connection: string, name: string]>("claimed-name"),
  presets: of("presets"),
  /** Where a person, or anyone, last created a service. */
  lastPlace: of<[userId?: string]>("last-place"),
  draft: of<[formId: string]>("draft"),
  presentDraft: of<[userId: string]>("present-draft"),
  request: of<[requestId: string]>("request"),
  /** What a person's conversation is about: an entry and its arguments. */
  conversation: of<[userId: string, channelId: string, threadTs: string]>("conversation"),
  /** The names of people, channels, user groups and dashboards that the app saw lately, by when. */
  seenNames: of<[kind: string]>("seen-names"),
  submission: of<[requestId: string]>("submission"),
  unresolved: of("unresolved-requests"),
  origin: of<[serviceId: string]>("origin"),
  password: of<[requestId: string]>("password"),
  passwordReading: of<[requestId: string]>("password-reading"),
  computeRate: of<[connection: string]>("compute-rate"),
  schedules: of("schedules"),
  post: of<[key: string]>("post"),
  unusualDays: of<[scope: string]>("unusual-days"),
  /** The number of each service's colour in pictures, by id. */
  partColors: of("part-colors"),
  postHold: of<[key: string]>("post-hold"),
  /** How long Slack makes a workspace's reads of messages wait. Absent if it does not limit them. */
  historyPace: of<[method: string]>("history-pace"),
  /** Whoever reads messages of a workspace that Slack limits takes it. */
  historyTurn: of<[method: string]>("history-turn"),
  /** Where a search for a message goes on, by the hash of what it seeks. */
  historyPlace: of<[search: string]>("history-place"),
  costDays:
    of<[connection: string, organizationId: string, part: "states" | "bodies" | "shapes"]>("cost-days"),
  picture: of<[id: string]>("picture"),
  requestQuota: of("request-quota"),
  /** How often a person, or everyone, made requests in the present minute. */
  rateLimits: of<[kind: "usual" | "quick" | "model", userId?: string]>("rate-limits"),
  hooks: of("hooks"),
  /** A hook's deliveries that are not ingested yet, as a list. Those above the flood limit, by incident key. */
  inbox: of<[hookId: string]>("inbox"),
  flood: of<[hookId: string]>("flood"),
  /** How much of an inbox is ingested. */
  inboxCursor: of<[hookId: string]>("inbox-cursor"),
  /** How much of their limits hooks have used, by hook. All together under "". */
  hookRates: of("hook-rates"),
  /** How many deliveries to each hook were refused on a day, by reason. */
  refusedDeliveries: of<[day: string]>("refused-deliveries"),
  /** The hooks with an inbox that is not empty. */
  fullInboxes: of("full-inboxes"),
  seenEvent: of<[hookId: string, hash: string]>("seen-event"),
  incident: of<[incidentId: string]>("incident"),
  /** The whole bodies of long alerts, by alert. Their ids, by time. The bytes of each. */
  alertBody: of<[id: string]>("alert-body"),
  alertBodyIndex: of("alert-body-index"),
  alertBodySizes: of("alert-body-sizes"),
  /** The id of the present or last incident of a key. */
  presentIncident: of<[hookId: string, hash: string]>("present-incident"),
  /** A hook's open incidents, by when they were last seen. */
  openIncidents: of<[hookId: string]>("open-incidents"),
  /** The latest incidents of a hook, by when their first event was received. Open or not. */
  startedAlerts: of<[hookId: string]>("begun-alerts"),
  /** A service's open incidents, by their begin. */
  serviceIncidents: of<[serviceId: string]>("service-incidents"),
  /** A hook's incidents, by their next timer. */
  incidentTimers: of<[hookId: string]>("incident-timers"),
  /** The last beat of each hook that expects beats. */
  heartbeats: of("heartbeats"),
  /** How far the maintenance windows of each hook are handled. What is posted about one. */
  maintenance: of("maintenance"),
  maintenanceNote: of<[itemId: string]>("maintenance-note"),
  /** The latest steps of an incident on its way, as a list. */
  incidentTrace: of<[incidentId: string]>("incident-trace"),
  /** The events of the last day or two, shortened, to try rules on. */
  eventLog: of<[hookId: string]>("event-log"),
  /** How many events were accepted, posted, merged, suppressed and dead. */
  alertCounts: of("alert-counts"),
  /** The channels with something to show in their outbox. */
  outboxes: of("outboxes"),
  /** A channel's items that differ from their wanted state, by time. */
  outbox: of<[channelId: string]>("outbox"),
  /** The items among them that were never shown. */
  outboxNew: of<[channelId: string]>("outbox-new"),
  /** How many events of each item are not shown yet. */
  outboxEvents: of<[channelId: string]>("outbox-events"),
  /** The items with a first message in the last minute, by its time. */
  outboxRoots: of<[channelId: string]>("outbox-roots"),
  /** The processes that work on outboxes, by when each counts as dead. */
  outboxProcesses: of("outbox-processes"),
  /** The process that has an outbox, until when it is paused, and how often in a row Slack failed in it. */
  outboxState: of<[channelId: string]>("outbox-state"),
  /** An item's state in Slack. */
  shown: of<[itemId: string]>("shown"),
  /** The storm of a channel. */
  storm: of<[channelId: string]>("storm"),
  /** A storm's summary, and its incidents, shortened. */
  stormSummary: of<[summaryId: string]>("storm-summary"),
  stormMembers: of<[summaryId: string]>("storm-members"),
  /** The storm summary that shows each incident without a message of its own. */
  outboxSummaries: of<[channelId: string]>("outbox-summaries"),
  /** The progress of a change of a dashboard or an alert, and its submission. */
  change: of<[changeId: string]>("change"),
  submittedChange: of<[changeId: string]>("submitted-change"),
  /** The change that holds a dashboard or an alert. */
  changeHold: of<[noun: "dashboard" | "alert", id: string]>("change-hold"),
  /** The progress of a change of a service, its submission, and the change that holds the service. */
  serviceChange: of<[changeId: string]>("service-change"),
  submittedServiceChange: of<[changeId: string]>("submitted-service-change"),
  serviceHold: of<[serviceId: string]>("service-hold"),
  /** The workspaces that a file manages, or managed. What a file manages in one. A file that an admin wants to apply. */
  managedWorkspaces: "qm:managed-workspaces",
  managedParts: of("managed-parts"),
  wantedFile: of<[id: string]>("wanted-file"),
  /** The grants of roles, and the limits of each role. */
  grants: of("grants"),
  createLimits: of("create-limits"),
  /** The approval rules. A request for approval. The waiting ones, by expiry. */
  approvalPolicy: of("approval-policy"),
  approval: of<[id: string]>("approval"),
  openApprovals: of("open-approvals"),
  /** The answer to a workflow's question. The workflows that need not ask. */
  workflowAsk: of<[requestId: string]>("workflow-ask"),
  approvedWorkflows: of("approved-workflows"),
  /** What no new service may exceed. */
  hardLimits: of("hard-limits"),
  /** The audit log: a stream that is only added to. */
  audit: of("audit"),
  /** Parts of a new audit log while an erased person's traces leave it, by run. How many there were. */
  auditRewrite: of<[run: string]>("audit-rewrite"),
  auditRewrites: of("audit-rewrites"),
  /** The people who are being erased, by user id. */
  erasures: of("erasures"),
  /** Secrets that we keep, sealed, by id. The references of all that we wrote anywhere. */
  sealedSecrets: of("sealed-secrets"),
  keptSecrets: of("kept-secrets"),
  deadLetters: of("dead-letters"),
  /** Work in the background that fails at each try. */
  failingItems: of("failing-items"),
  /** The incidents with something to tell where they were handed over, by revision. How far each is. No secret. */
  dueHandovers: of("due-handovers"),
  handover: of<[incidentId: string]>("handover"),
  handoverAnswer: of<[hookId: string, hash: string]>("handover-answer"),
  /** What was last read of a hook's rota: names and times. The address is sealed elsewhere. */
  rota: of<[hookId: string]>("rota"),
  /** The latest incidents of an alert's target, by its hash. */
  recentIncidents: of<[hash: string]>("recent-incidents"),
  /** The alerts that were created here. */
  madeAlerts: of("made-alerts"),
  /** Those that have not fired yet. Events that may be the first of one. */
  awaitedAlerts: of("awaited-alerts"),
  firstEvents: of("first-events"),
  /** The hooks that webhooks of observability servers reach. */
  webhookTargets: of("webhook-targets"),
  /** The tokens of programs, by the hash of each. When each was last used. How often on a day, by token and tool. */
  mcpTokens: of("mcp-tokens"),
  mcpTokenUses: of("mcp-token-uses"),
  mcpCalls: of<[day: string]>("mcp-calls"),
  /** A change that a program proposed, and a person's proposals that wait for them, by their content. */
  mcpOffer: of<[offerId: string]>("mcp-offer"),
  mcpWaiting: of<[userId: string]>("mcp-waiting"),
  /** Exists while a process works on what a person pressed, and says for a moment after that it ended. */
  press: of<[id: string]>("press"),
  /** The work that an offer led to. */
  startedWork: of<[origin: string]>("started-work"),
  /** Exists while a model reads what a person asked. */
  modelQuestion: of<[userId: string]>("model-question"),
};

/** How long an operator lets records about people stay. */
export interface Retention {
  auditDays: number;
  incidentDays: number;
  conversationMinutes: number;
  draftHours: number;
}

/** Without settings. */
export const usualRetention: Retention = {
  auditDays: 400,
  incidentDays: 30,
  conversationMinutes: 30,
  draftHours: 24,
};

/** Lifetimes in seconds. The other keys have none. */
export const ttlInSeconds = {
  installState: 10 * 60,
  writeProof: 60,
  processes: 60,
  // A signature may be five minutes ahead of our clock, and is valid for five minutes.
  slackRequest: 10 * 60,
  draft: usualRetention.draftHours * hourInSeconds,
  conversation: usualRetention.conversationMinutes * 60,
  seenNames: 90 * dayInSeconds,
  connectLink: 15 * 60,
  // As long as a draft, which may use the name.
  renamedConnection: dayInSeconds,
  request: 30 * dayInSeconds,
  change: 30 * dayInSeconds,
  // The longest time that one waits after its notice, plus an hour for clocks. Readers check the exact time.
  password: 25 * hourInSeconds,
  passwordReading: 10,
  // Longer than a creation. Then the known services show which names are taken.
  claimedName: hourInSeconds,
  seenServices: 90 * dayInSeconds,
  lastPlace: 180 * dayInSeconds,
  computeRate: hourInSeconds,
  picture: hourInSeconds,
  incident: usualRetention.incidentDays * dayInSeconds,
  // Renewed weekly, so it outlives any snooze and a long absence of the app.
  openIncident: 90 * dayInSeconds,
  alertBody: dayInSeconds,
  refusedDeliveries: 2 * dayInSeconds,
  // Longer than the shown item, which would otherwise be posted again.
  shown: 40 * dayInSeconds,
  outboxProcesses: 60,
  deadLetters: 30 * dayInSeconds,
  // Longer than an incident is kept after its end.
  handover: 90 * dayInSeconds,
  // Longer than an answer is taken.
  handoverAnswer: 3 * dayInSeconds,
  // A reading counts for a day, and then says since when the rota can't be read.
  rota: 14 * dayInSeconds,
  // A sender retries within seconds, and a relay may do so later.
  seenWindow: 6 * hourInSeconds,
  // For deliveries without a time: the same text a minute later is news.
  seenText: 30,
  // Long enough to read the differences.
  wantedFile: hourInSeconds,
  // Longer than the longest period with one message.
  post: 400 * dayInSeconds,
  // Then Slack is asked again without waiting.
  historyPace: dayInSeconds,
  // A search goes on within minutes.
  historyPlace: hourInSeconds,
  audit: usualRetention.auditDays * dayInSeconds,
  // A run takes seconds.
  auditRewrite: hourInSeconds,
  mcpCalls: 35 * dayInSeconds,
  // A day to decide, and then for programs that ask for its outcome.
  mcpOffer: 8 * dayInSeconds,
  // Longer than the press is looked at again after its end.
  press: 60,
  // A model has 8 s.
  modelQuestion: 12,
};

/** How long audit entries, or alerts after their last update, are kept now, as in "30 days". */
export function keptFor(kind: "audit" | "incident"): string {
  return plural(ttlInSeconds[kind] / dayInSeconds, "day");
}

/** Takes the operator's lifetimes, once at the start. Those that depend on them follow. */
export function retain({ auditDays, incidentDays, conversationMinutes, draftHours }: Retention): void {
  const incident = incidentDays * dayInSeconds;
  const draft = draftHours * hourInSeconds;
  Object.assign(ttlInSeconds, {
    audit: auditDays * dayInSeconds,
    incident,
    openIncident: Math.max(90 * dayInSeconds, incident),
    shown: incident + 10 * dayInSeconds,
    handover: incident + 60 * dayInSeconds,
    conversation: conversationMinutes * 60,
    draft,
    renamedConnection: draft,
  } satisfies Partial<typeof ttlInSeconds>);
}
