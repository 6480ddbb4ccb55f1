// The first step in a workspace without connections. Plain text.

export const connect = "Connect a cloud";
export const connectCloudFirst =
  "Connect a database cloud first. Then I can create services, and show backups and costs.";
export const connectAnyFirst = "Connect a database cloud or an observability server first.";
