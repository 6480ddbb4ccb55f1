/**
 * Every key that the product keeps in Redis. The braces put one workspace's keys in one cluster slot, so its writes
 * can be atomic and its deletion finds all keys by one prefix.
 */
export const keys = {
  /** The workspaces with schedules. Shared by all workspaces. */
  schedulingWorkspaces: "qm:scheduling-workspaces",
  /** The workspaces with hooks. Shared too. */
  alertingWorkspaces: "qm:alerting-workspaces",
  /** A received command or interaction, by its signature, because Slack sends each once. */
  slackRequest: (signature: string) => `qm:slack-request:${signature}`,
  /** Written regularly to check that Redis takes writes. */
  writeProof: () => "qm:write-proof",
  /** An installation in progress, by the hash of its state. Its workspace is not known yet. */
  installState: (hash: string) => `qm:install-state:${hash}`,
  /** The app's installation. Without it there is no workspace, except the operator's own. */
  installation: (workspaceId: string) => `qm:{${workspaceId}}:installation`,
  connections: (workspaceId: string) => `qm:{${workspaceId}}:connections`,
  /** The name of the default connection, if a person chose one. */
  chosenConnection: (workspaceId: string) => `qm:{${workspaceId}}:chosen-connection`,
  /** The present name of a connection that had this one. */
  renamedConnection: (workspaceId: string, name: string) => `qm:{${workspaceId}}:renamed-connection:${name}`,
  /** The outcome of the latest call through each connection, by name. */
  connectionHealth: (workspaceId: string) => `qm:{${workspaceId}}:connection-health`,
  /** Who may type a connection's credentials, by the hash of the link's token. */
  connectLink: (workspaceId: string, hash: string) => `qm:{${workspaceId}}:connect-link:${hash}`,
  services: (workspaceId: string) => `qm:{${workspaceId}}:services`,
  /** The cloud's answer about each service that was created here, by id. No secret. */
  serviceDetails: (workspaceId: string) => `qm:{${workspaceId}}:service-details`,
  /** The cloud's name of each service when it was last seen, by id. */
  seenServices: (workspaceId: string) => `qm:{${workspaceId}}:seen-services`,
  /** The request that owns a new service's name until the service is known. */
  claimedName: (workspaceId: string, connection: string, name: string) =>
    `qm:{${workspaceId}}:claimed-name:${connection}:${name}`,
  presets: (workspaceId: string) => `qm:{${workspaceId}}:presets`,
  draft: (workspaceId: string, formId: string) => `qm:{${workspaceId}}:draft:${formId}`,
  presentDraft: (workspaceId: string, userId: string) => `qm:{${workspaceId}}:present-draft:${userId}`,
  request: (workspaceId: string, requestId: string) => `qm:{${workspaceId}}:request:${requestId}`,
  submission: (workspaceId: string, requestId: string) => `qm:{${workspaceId}}:submission:${requestId}`,
  unresolved: (workspaceId: string) => `qm:{${workspaceId}}:unresolved-requests`,
  origin: (workspaceId: string, serviceId: string) => `qm:{${workspaceId}}:origin:${serviceId}`,
  password: (workspaceId: string, requestId: string) => `qm:{${workspaceId}}:password:${requestId}`,
  passwordReading: (workspaceId: string, requestId: string) =>
    `qm:{${workspaceId}}:password-look:${requestId}`,
  computeRate: (workspaceId: string, connection: string) => `qm:{${workspaceId}}:compute-rate:${connection}`,
  schedules: (workspaceId: string) => `qm:{${workspaceId}}:schedules`,
  post: (workspaceId: string, key: string) => `qm:{${workspaceId}}:post:${key}`,
  unusualDays: (workspaceId: string, scope: string) => `qm:{${workspaceId}}:unusual-days:${scope}`,
  postHold: (workspaceId: string, key: string) => `qm:{${workspaceId}}:post-hold:${key}`,
  costDays: (
    workspaceId: string,
    connection: string,
    organizationId: string,
    part: "states" | "bodies" | "shapes",
  ) => `qm:{${workspaceId}}:cost-days:${connection}:${organizationId}:${part}`,
  picture: (workspaceId: string, id: string) => `qm:{${workspaceId}}:picture:${id}`,
  requestQuota: (workspaceId: string) => `qm:{${workspaceId}}:request-quota`,
  /** How often a person, or everyone, made requests in the present minute. */
  rateLimits: (workspaceId: string, kind: "usual" | "quick", userId?: string) =>
    `qm:{${workspaceId}}:rate-limits:${kind}${userId === undefined ? "" : `:${userId}`}`,
  hooks: (workspaceId: string) => `qm:{${workspaceId}}:hooks`,
  /** A hook's deliveries that are not ingested yet, as a list. Those above the flood limit, by incident key. */
  inbox: (workspaceId: string, hookId: string) => `qm:{${workspaceId}}:inbox:${hookId}`,
  flood: (workspaceId: string, hookId: string) => `qm:{${workspaceId}}:flood:${hookId}`,
  /** How much of an inbox is ingested. */
  inboxCursor: (workspaceId: string, hookId: string) => `qm:{${workspaceId}}:inbox-cursor:${hookId}`,
  /** How much of their limits hooks have used, by hook. All together under "". */
  hookRates: (workspaceId: string) => `qm:{${workspaceId}}:hook-rates`,
  /** How many deliveries to each hook were refused on a day, by reason. */
  refusedDeliveries: (workspaceId: string, day: string) => `qm:{${workspaceId}}:refused-deliveries:${day}`,
  /** The hooks whose inbox is not empty. */
  fullInboxes: (workspaceId: string) => `qm:{${workspaceId}}:full-inboxes`,
  seenEvent: (workspaceId: string, hookId: string, hash: string) =>
    `qm:{${workspaceId}}:seen-event:${hookId}:${hash}`,
  incident: (workspaceId: string, incidentId: string) => `qm:{${workspaceId}}:incident:${incidentId}`,
  /** The whole bodies of long alerts, by alert. Their ids, by time. The bytes of each. */
  alertBody: (workspaceId: string, id: string) => `qm:{${workspaceId}}:alert-body:${id}`,
  alertBodyIndex: (workspaceId: string) => `qm:{${workspaceId}}:alert-body-index`,
  alertBodySizes: (workspaceId: string) => `qm:{${workspaceId}}:alert-body-sizes`,
  /** The id of the present or last incident of a key. */
  presentIncident: (workspaceId: string, hookId: string, hash: string) =>
    `qm:{${workspaceId}}:present-incident:${hookId}:${hash}`,
  /** A hook's open incidents, by when they were last seen. */
  openIncidents: (workspaceId: string, hookId: string) => `qm:{${workspaceId}}:open-incidents:${hookId}`,
  /** A hook's incidents, by their next timer. */
  incidentTimers: (workspaceId: string, hookId: string) => `qm:{${workspaceId}}:incident-timers:${hookId}`,
  /** The latest steps of an incident on its way, as a list. */
  incidentTrace: (workspaceId: string, incidentId: string) =>
    `qm:{${workspaceId}}:incident-trace:${incidentId}`,
  /** The events of the last day or two, shortened, to try rules on. */
  eventLog: (workspaceId: string, hookId: string) => `qm:{${workspaceId}}:event-log:${hookId}`,
  /** How many events were accepted, posted, merged, suppressed and dead. */
  alertCounts: (workspaceId: string) => `qm:{${workspaceId}}:alert-counts`,
  /** The channels whose outbox has something to show. */
  outboxes: (workspaceId: string) => `qm:{${workspaceId}}:outboxes`,
  /** A channel's items that differ from their wanted state, by time. */
  outbox: (workspaceId: string, channelId: string) => `qm:{${workspaceId}}:outbox:${channelId}`,
  /** The items among them that were never shown. */
  outboxNew: (workspaceId: string, channelId: string) => `qm:{${workspaceId}}:outbox-new:${channelId}`,
  /** How many events of each item are not shown yet. */
  outboxEvents: (workspaceId: string, channelId: string) => `qm:{${workspaceId}}:outbox-events:${channelId}`,
  /** The items with a first message in the last minute, by its time. */
  outboxRoots: (workspaceId: string, channelId: string) => `qm:{${workspaceId}}:outbox-roots:${channelId}`,
  /** Until when an outbox is held, and how often in a row Slack failed in it. */
  outboxState: (workspaceId: string, channelId: string) => `qm:{${workspaceId}}:outbox-state:${channelId}`,
  /** An item's state in Slack. */
  shown: (workspaceId: string, itemId: string) => `qm:{${workspaceId}}:shown:${itemId}`,
  /** The storm of a channel. */
  storm: (workspaceId: string, channelId: string) => `qm:{${workspaceId}}:storm:${channelId}`,
  /** A storm's summary, and its incidents, shortened. */
  stormSummary: (workspaceId: string, summaryId: string) => `qm:{${workspaceId}}:storm-summary:${summaryId}`,
  stormMembers: (workspaceId: string, summaryId: string) => `qm:{${workspaceId}}:storm-members:${summaryId}`,
  /** The storm summary that shows each incident without a message of its own. */
  outboxSummaries: (workspaceId: string, channelId: string) =>
    `qm:{${workspaceId}}:outbox-summaries:${channelId}`,
  /** The progress of a change of a dashboard or an alert, and its submission. */
  change: (workspaceId: string, changeId: string) => `qm:{${workspaceId}}:change:${changeId}`,
  submittedChange: (workspaceId: string, changeId: string) =>
    `qm:{${workspaceId}}:submitted-change:${changeId}`,
  /** The change that holds a dashboard or an alert. */
  changeHold: (workspaceId: string, noun: "dashboard" | "alert", id: string) =>
    `qm:{${workspaceId}}:change-hold:${noun}:${id}`,
  /** The grants of roles, and the limits of each role. */
  grants: (workspaceId: string) => `qm:{${workspaceId}}:grants`,
  createLimits: (workspaceId: string) => `qm:{${workspaceId}}:create-limits`,
  /** The approval rules. A request for approval. The waiting ones, by expiry. */
  approvalPolicy: (workspaceId: string) => `qm:{${workspaceId}}:approval-policy`,
  approval: (workspaceId: string, id: string) => `qm:{${workspaceId}}:approval:${id}`,
  openApprovals: (workspaceId: string) => `qm:{${workspaceId}}:open-approvals`,
  /** The answer to a workflow's question. The workflows that need not ask. */
  workflowAsk: (workspaceId: string, requestId: string) => `qm:{${workspaceId}}:workflow-ask:${requestId}`,
  approvedWorkflows: (workspaceId: string) => `qm:{${workspaceId}}:approved-workflows`,
  /** The audit log: a stream that is only added to. */
  audit: (workspaceId: string) => `qm:{${workspaceId}}:audit`,
  /** Secrets that we keep, sealed, by id. The references of all that we wrote anywhere. */
  sealedSecrets: (workspaceId: string) => `qm:{${workspaceId}}:sealed-secrets`,
  keptSecrets: (workspaceId: string) => `qm:{${workspaceId}}:kept-secrets`,
  deadLetters: (workspaceId: string) => `qm:{${workspaceId}}:dead-letters`,
  /** The latest incidents of an alert's target, by its hash. */
  recentIncidents: (workspaceId: string, hash: string) => `qm:{${workspaceId}}:recent-incidents:${hash}`,
  /** The alerts that were created here. */
  madeAlerts: (workspaceId: string) => `qm:{${workspaceId}}:made-alerts`,
  /** Those that have not fired yet. Events that may be the first of one. */
  awaitedAlerts: (workspaceId: string) => `qm:{${workspaceId}}:awaited-alerts`,
  firstEvents: (workspaceId: string) => `qm:{${workspaceId}}:first-events`,
  /** The hooks that webhooks of observability servers reach. */
  webhookTargets: (workspaceId: string) => `qm:{${workspaceId}}:webhook-targets`,
};

const hourInSeconds = 3600;
const dayInSeconds = 24 * hourInSeconds;

/** Lifetimes in seconds. The other keys have none. */
export const ttlInSeconds = {
  installState: 10 * 60,
  writeProof: 60,
  // A signature may be five minutes ahead of our clock, and is valid for five minutes.
  slackRequest: 10 * 60,
  draft: dayInSeconds,
  connectLink: 15 * 60,
  // As long as a draft, which may use the name.
  renamedConnection: dayInSeconds,
  request: 30 * dayInSeconds,
  change: 30 * dayInSeconds,
  // The longest time that one waits after its notice, plus an hour for clocks. Readers check the exact time.
  password: 25 * hourInSeconds,
  passwordReading: 10,
  // Longer than a creation. Then the known services tell which names are taken.
  claimedName: hourInSeconds,
  seenServices: 90 * dayInSeconds,
  computeRate: hourInSeconds,
  picture: hourInSeconds,
  incident: 30 * dayInSeconds,
  // Renewed weekly, so that it outlives any snooze and a long absence of the app.
  openIncident: 90 * dayInSeconds,
  alertBody: dayInSeconds,
  refusedDeliveries: 2 * dayInSeconds,
  // Longer than the shown item, which would otherwise be posted again.
  shown: 40 * dayInSeconds,
  deadLetters: 30 * dayInSeconds,
  // A sender retries within seconds, and a relay may do so later.
  seenWindow: 6 * hourInSeconds,
  // For deliveries without a time: the same text a minute later is news.
  seenText: 30,
  // Longer than the longest period with one message.
  post: 400 * dayInSeconds,
  audit: 400 * dayInSeconds,
};
