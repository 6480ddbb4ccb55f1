// A service as Slack's Work Object. Plain text unless noted.

export const kindText = "Database service";

export const labels = {
  version: "Engine version",
  idle: "Idle scaling",
  addresses: "Allowed addresses",
  connect: "Connect",
  owner: "Owner",
  team: "Team",
  connection: "Connection",
  created: "Created",
  source: "Read",
  late: "Not read in time",
} as const;

export const openToWorld = "anywhere";
export const idleOff = "off";
export const idleAfter = (minutes: number) => `after ${minutes} minutes`;
export const idleOn = "on";

/** What the pane couldn't wait for. */
export const late = (what: string) => `${what}. Refresh in a moment.`;
export const cloudDetails = "the cloud's own answer";

export const buttons = {
  open: "Open",
  backups: "Backups",
  costs: "Costs",
  alerts: "Alerts",
  show: "Show",
} as const;

/** The card where people from elsewhere see the channel. mrkdwn. */
export const quiet = `A database service. Choose ${buttons.show} to see it.`;
