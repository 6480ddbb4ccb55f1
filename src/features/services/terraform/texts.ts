import { formatList, plural } from "../../../lib/text.ts";

// The file: comments and descriptions. Plain text; the caller escapes it.

export const fileHead =
  "Made by Quartermaster from what the cloud shows. No secret is in it: give each variable its value.\nRun `terraform plan` first. It should show imports and no other change.";
export const about = (name: string, connection: string) => `${name} (connection ${connection})`;
export const kept = "The cloud doesn't show this service now. These are its settings when it was created.";
export const unknownService = (label: string) =>
  `The cloud doesn't show this service, so its settings are unknown.\n\`terraform plan -generate-config-out=${label}.tf\` writes them.`;
export const unknownAttributes = (names: readonly string[]) =>
  `Unknown here, so left out: ${formatList([...names])}.`;
export const secretOf = (name: string) => `A secret of ${name}`;
export const leftOut =
  "Left out: dashboards and alert rules, because servers have no common resource for them, and databases, users and data.";

/** The attributes that every service has. */
export const expected = ["cloud_provider", "region", "idle_scaling", "ip_access_list"] as const;

// Answers, in mrkdwn. Names are escaped by the caller.

export const button = "As Terraform";
export const one = (name: string) => `*${name}* as Terraform`;
export const all = (count: number) => `${plural(count, "service")} as Terraform`;
export const hint =
  "Passwords and keys are variables. Put this into a `.tf` file, and check with `terraform plan` that nothing changes.";
export const follows = (what: string) => `${what}: the file follows.`;
export const refused = (what: string) => `${what}: Slack refused the file. Try again in a minute.`;
export const sent = (what: string) => `${what}: I sent you the file in direct messages.`;
export const none =
  "No services yet, so there is nothing to write as Terraform. To add one: `/db services add <service id> <name>`.";
export const allButton = "All services";
