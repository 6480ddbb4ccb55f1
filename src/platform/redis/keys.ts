/**
 * Every key the product keeps in Redis. The braces make one workspace's keys share a cluster slot, so that
 * a workspace's writes can be atomic and its deletion finds everything under one prefix.
 */
export const keys = {
  /** The workspaces with schedules; the one key that is nobody's own. */
  schedulingWorkspaces: "qm:scheduling-workspaces",
  /** The workspaces with alert hooks; nobody's own as well. */
  alertingWorkspaces: "qm:alerting-workspaces",
  /** A command or an interaction that came, by its signature: Slack sends each once. */
  slackRequest: (signature: string) => `qm:slack-request:${signature}`,
  /** Written again and again, to see whether Redis takes writes. */
  writeProof: () => "qm:write-proof",
  /** A begun installation, by the digest of its state: whose it will be is not known yet. */
  installState: (hash: string) => `qm:install-state:${hash}`,
  /** How the app is installed; where it is not there, the workspace is not either, but for the operator's own. */
  installation: (workspaceId: string) => `qm:{${workspaceId}}:installation`,
  connections: (workspaceId: string) => `qm:{${workspaceId}}:connections`,
  /** The name of the connection that is meant where none is named, if somebody chose one. */
  chosenConnection: (workspaceId: string) => `qm:{${workspaceId}}:chosen-connection`,
  /** The present name of a connection that had this one. */
  renamedConnection: (workspaceId: string, name: string) => `qm:{${workspaceId}}:renamed-connection:${name}`,
  /** What came of the latest call through each connection, by name. */
  connectionHealth: (workspaceId: string) => `qm:{${workspaceId}}:connection-health`,
  /** Who may type a connection's credentials, by the digest of the link's token. */
  connectLink: (workspaceId: string, hash: string) => `qm:{${workspaceId}}:connect-link:${hash}`,
  services: (workspaceId: string) => `qm:{${workspaceId}}:services`,
  /** What the cloud answered of each service that was created from here, by its id; no secret. */
  serviceDetails: (workspaceId: string) => `qm:{${workspaceId}}:service-details`,
  /** What the cloud called each service when it was last seen, by its id. */
  seenServices: (workspaceId: string) => `qm:{${workspaceId}}:seen-services`,
  /** The request that a new service's name belongs to until the service is known. */
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
  /** How often a person, or everybody, asked for something in the present minute. */
  rateLimits: (workspaceId: string, kind: "usual" | "quick", userId?: string) =>
    `qm:{${workspaceId}}:rate-limits:${kind}${userId === undefined ? "" : `:${userId}`}`,
  hooks: (workspaceId: string) => `qm:{${workspaceId}}:hooks`,
  /** What a hook was sent and is not worked in yet: a list; and by incident key, what came above the flood limit. */
  inbox: (workspaceId: string, hookId: string) => `qm:{${workspaceId}}:inbox:${hookId}`,
  flood: (workspaceId: string, hookId: string) => `qm:{${workspaceId}}:flood:${hookId}`,
  /** How much of an inbox was worked in, for whoever works the next in. */
  inboxCursor: (workspaceId: string, hookId: string) => `qm:{${workspaceId}}:inbox-cursor:${hookId}`,
  /** How much of their limits hooks have used, by hook; under "" all of them together. */
  hookRates: (workspaceId: string) => `qm:{${workspaceId}}:hook-rates`,
  /** How many deliveries to each hook were refused on a day, by reason. */
  refusedDeliveries: (workspaceId: string, day: string) => `qm:{${workspaceId}}:refused-deliveries:${day}`,
  /** The hooks whose inbox is not empty. */
  fullInboxes: (workspaceId: string) => `qm:{${workspaceId}}:full-inboxes`,
  seenEvent: (workspaceId: string, hookId: string, hash: string) =>
    `qm:{${workspaceId}}:seen-event:${hookId}:${hash}`,
  incident: (workspaceId: string, incidentId: string) => `qm:{${workspaceId}}:incident:${incidentId}`,
  /** The whole bodies of long alerts, by the alert; their ids by when they were kept; and how many bytes each takes. */
  alertBody: (workspaceId: string, id: string) => `qm:{${workspaceId}}:alert-body:${id}`,
  alertBodyIndex: (workspaceId: string) => `qm:{${workspaceId}}:alert-body-index`,
  alertBodySizes: (workspaceId: string) => `qm:{${workspaceId}}:alert-body-sizes`,
  /** The id of a key's present, or last, incident. */
  presentIncident: (workspaceId: string, hookId: string, hash: string) =>
    `qm:{${workspaceId}}:present-incident:${hookId}:${hash}`,
  /** A hook's open incidents by when they were last seen. */
  openIncidents: (workspaceId: string, hookId: string) => `qm:{${workspaceId}}:open-incidents:${hookId}`,
  /** A hook's incidents by when something is due that nobody sends. */
  incidentTimers: (workspaceId: string, hookId: string) => `qm:{${workspaceId}}:incident-timers:${hookId}`,
  /** What happened to an incident on its way, a list of the latest. */
  incidentTrace: (workspaceId: string, incidentId: string) =>
    `qm:{${workspaceId}}:incident-trace:${incidentId}`,
  /** The events of the last day or two, in short, for trying rules on. */
  eventLog: (workspaceId: string, hookId: string) => `qm:{${workspaceId}}:event-log:${hookId}`,
  /** What became of all events: accepted, posted, merged, suppressed and dead. */
  alertCounts: (workspaceId: string) => `qm:{${workspaceId}}:alert-counts`,
  /** The channels whose outbox has something to show. */
  outboxes: (workspaceId: string) => `qm:{${workspaceId}}:outboxes`,
  /** A channel's items that do not look yet as they should, by when each got there. */
  outbox: (workspaceId: string, channelId: string) => `qm:{${workspaceId}}:outbox:${channelId}`,
  /** Those among them that were never shown. */
  outboxNew: (workspaceId: string, channelId: string) => `qm:{${workspaceId}}:outbox-new:${channelId}`,
  /** How many events of each item were not shown yet. */
  outboxEvents: (workspaceId: string, channelId: string) => `qm:{${workspaceId}}:outbox-events:${channelId}`,
  /** Its items by when their first message was posted, of the last minute. */
  outboxRoots: (workspaceId: string, channelId: string) => `qm:{${workspaceId}}:outbox-roots:${channelId}`,
  /** Until when an outbox is held, and how often in a row Slack had trouble in it. */
  outboxState: (workspaceId: string, channelId: string) => `qm:{${workspaceId}}:outbox-state:${channelId}`,
  /** How an item looks in Slack by now. */
  shown: (workspaceId: string, itemId: string) => `qm:{${workspaceId}}:shown:${itemId}`,
  /** The storm that a channel is in. */
  storm: (workspaceId: string, channelId: string) => `qm:{${workspaceId}}:storm:${channelId}`,
  /** A storm's summary, and its incidents in short. */
  stormSummary: (workspaceId: string, summaryId: string) => `qm:{${workspaceId}}:storm-summary:${summaryId}`,
  stormMembers: (workspaceId: string, summaryId: string) => `qm:{${workspaceId}}:storm-members:${summaryId}`,
  /** The storm summary that shows each incident of a channel without a message of its own. */
  outboxSummaries: (workspaceId: string, channelId: string) =>
    `qm:{${workspaceId}}:outbox-summaries:${channelId}`,
  /** How far a change of a dashboard or an alert has come, and what was submitted. */
  change: (workspaceId: string, changeId: string) => `qm:{${workspaceId}}:change:${changeId}`,
  submittedChange: (workspaceId: string, changeId: string) =>
    `qm:{${workspaceId}}:submitted-change:${changeId}`,
  /** Which change reads and writes a dashboard or an alert just now. */
  changeHold: (workspaceId: string, noun: "dashboard" | "alert", id: string) =>
    `qm:{${workspaceId}}:change-hold:${noun}:${id}`,
  /** Who was given which role, and what each role may create. */
  grants: (workspaceId: string) => `qm:{${workspaceId}}:grants`,
  createLimits: (workspaceId: string) => `qm:{${workspaceId}}:create-limits`,
  /** What needs approval; a request that waits for it, or did; and those that wait, by when they expire. */
  approvalPolicy: (workspaceId: string) => `qm:{${workspaceId}}:approval-policy`,
  approval: (workspaceId: string, id: string) => `qm:{${workspaceId}}:approval:${id}`,
  openApprovals: (workspaceId: string) => `qm:{${workspaceId}}:open-approvals`,
  /** What became of a workflow's question to its requester; and the workflows that need not ask. */
  workflowAsk: (workspaceId: string, requestId: string) => `qm:{${workspaceId}}:workflow-ask:${requestId}`,
  approvedWorkflows: (workspaceId: string) => `qm:{${workspaceId}}:approved-workflows`,
  /** Who did what: a stream that is only added to. */
  audit: (workspaceId: string) => `qm:{${workspaceId}}:audit`,
  /** Secrets that we keep ourselves, sealed, by id; and the references of all that we wrote anywhere. */
  sealedSecrets: (workspaceId: string) => `qm:{${workspaceId}}:sealed-secrets`,
  keptSecrets: (workspaceId: string) => `qm:{${workspaceId}}:kept-secrets`,
  deadLetters: (workspaceId: string) => `qm:{${workspaceId}}:dead-letters`,
  /** The latest incidents of what an alert watches, by its hash. */
  recentIncidents: (workspaceId: string, hash: string) => `qm:{${workspaceId}}:recent-incidents:${hash}`,
  /** The alerts that were created from here. */
  madeAlerts: (workspaceId: string) => `qm:{${workspaceId}}:made-alerts`,
  /** Those of them that nobody has seen fire yet; and what may be the first that is heard of one. */
  awaitedAlerts: (workspaceId: string) => `qm:{${workspaceId}}:awaited-alerts`,
  firstEvents: (workspaceId: string) => `qm:{${workspaceId}}:first-events`,
  /** Which hooks the webhooks of observability servers reach. */
  webhookTargets: (workspaceId: string) => `qm:{${workspaceId}}:webhook-targets`,
};

const hourInSeconds = 3600;
const dayInSeconds = 24 * hourInSeconds;

/** How long what is not kept for ever is kept, in seconds. */
export const ttlInSeconds = {
  installState: 10 * 60,
  writeProof: 60,
  // A signature may be five minutes ahead of our clock, and is good for five minutes after its time.
  slackRequest: 10 * 60,
  draft: dayInSeconds,
  connectLink: 15 * 60,
  // As long as a draft, which may name it.
  renamedConnection: dayInSeconds,
  request: 30 * dayInSeconds,
  change: 30 * dayInSeconds,
  // The longest that one waits after its notice, and an hour for the clocks; what reads it looks at the time itself.
  password: 25 * hourInSeconds,
  passwordReading: 10,
  // Longer than a creation takes; then the known services tell which names are taken.
  claimedName: hourInSeconds,
  seenServices: 90 * dayInSeconds,
  computeRate: hourInSeconds,
  picture: hourInSeconds,
  incident: 30 * dayInSeconds,
  // Looked at once a week, so that it outlives any snooze, and the app being away for long.
  openIncident: 90 * dayInSeconds,
  alertBody: dayInSeconds,
  refusedDeliveries: 2 * dayInSeconds,
  // Longer than what it shows, which would be posted anew without it.
  shown: 40 * dayInSeconds,
  deadLetters: 30 * dayInSeconds,
  // A sender tries again within seconds; a relay may do so later.
  seenWindow: 6 * hourInSeconds,
  // For what carries no time of its own: the same text again a minute later is news.
  seenText: 30,
  // Longer than the longest period that something is told of once.
  post: 400 * dayInSeconds,
  audit: 400 * dayInSeconds,
};
