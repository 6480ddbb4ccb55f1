// The tab of /db admin.

export const aboutHealth =
  "Checks Slack, channels, hooks and connections, and says what to fix. It changes nothing.";
