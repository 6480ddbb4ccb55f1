// An alert as Slack's Work Object. Plain text unless noted.

export const kindText = "Alert";

export const labels = {
  status: "Status",
  priority: "Severity",
  date_created: "Since",
  resolved: "Resolved",
  snoozed: "Snoozed until",
  assigned_to: "Acknowledged by",
  acknowledged: "Acknowledged",
  service: "Service",
  linked: "Others of this service",
  value: "Value",
  limit: "Limit",
  group: "Group",
  seen: "Seen",
  created_by: "Hook",
  muted: "Muted by",
  message: "Message",
  console: "Console",
  runbook: "Runbook",
  description: "Text",
  history: "Latest",
} as const;

/** Who has an alert, if the other tool named no one. */
export const someone = "someone";
export const openMessage = "Open in its channel";
export const openRunbook = "Open the runbook";
export const snoozeHour = "Snooze for 1 hour";
export const show = "Show";

/** The card where people from elsewhere see the channel. mrkdwn. */
export const quiet = `An alert. Choose ${show} to see it.`;
