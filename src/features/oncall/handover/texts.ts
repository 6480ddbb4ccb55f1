// What people read about hand-overs, in mrkdwn unless noted. Arguments are escaped.

export const handedOver = (name: string, comesBack: boolean) =>
  `Handed over to ${name}, because no one acknowledged it.${comesBack ? " What its people do shows here too." : ""}`;
export const notHandedOver = (name: string, reason: string) =>
  `:warning: I couldn't hand this over to ${name}: ${reason} I try again for a day.`;
export const gaveUp = (hook: string, name: string, reason: string) =>
  `:x: *I gave up handing an alert of hook ${hook} over to ${name}*, after a day of failures: ${reason} No one may have been called. Look at it yourself: \`/db alerts\``;

// Reasons, plain

export const busy = (host: string, status: number) => `${host} answered ${status}.`;
export const refusedBy = (host: string, status: number, isPagerDuty: boolean) =>
  isPagerDuty && status === 400
    ? `${host} refused it (400). The routing key may be wrong.`
    : `${host} refused it (${status}).`;

/** A person's name in a line of history, plain. */
export const personThere = (name: string, where: string) => `${name} in ${where}`;

// The command

export const escalateFirst = (example: string) =>
  `I hand an alert over when it escalates, and this hook doesn't escalate yet. Type \`${example}\` first.`;
export const isOn = (hook: string, name: string, host: string) =>
  `When an alert of ${hook} escalates, I hand it over to ${name} (${host}).`;
export const isOff = (hook: string) => `Alerts of ${hook} aren't handed over to anyone outside Slack.`;
export const usage = (example: string) => `Say \`pagerduty\`, \`webhook\` or \`off\`, as in \`${example}\`.`;
export const choose = { pagerduty: "PagerDuty", webhook: "A signed webhook" } as const;

// The form. Labels and problems are plain.

export const form = {
  title: "Hand over alerts",
  submit: "Save",
  intro: (hook: string, name: string) =>
    `When an alert of ${hook} escalates, I tell ${name}, once. It also learns when someone acknowledges or resolves the alert here.`,
  routingKey: "Routing key",
  routingKeyHelp:
    "In PagerDuty: the service, Integrations, Events API V2, Integration Key. Or a reference to it, such as vault:kv/data/pagerduty#key. I keep it encrypted.",
  answersKey: "Secret of PagerDuty's webhook",
  answersKeyHelp:
    "PagerDuty shows it once, when you add a webhook with the address above. Without it, what people do in PagerDuty doesn't show here.",
  answersStep: "*Address for a V3 webhook*, under Integrations, Generic Webhooks:",
  url: "Address",
  urlHelp: "Where I post to, with https. I keep it encrypted.",
  signingSecret: "Signing secret",
  signingSecretHelp:
    "As Standard Webhooks have it: whsec_ and base64. Both sides sign with it. Or a reference to it. I keep it encrypted.",
  missing: (label: string) => `${label} is missing.`,
  notHttps: "This isn't an address that begins with https://.",
  notASecret: "A signing secret is whsec_ followed by base64 of 24 to 64 bytes.",
  gone: "That hook was deleted meanwhile.",
  answers: "What its people acknowledge and resolve shows in Slack too.",
  noAnswers:
    "What people do in PagerDuty doesn't show in Slack yet. To change that, save the form again with the secret of PagerDuty's webhook.",
} as const;

/** What is wrong with a hand-over in a file. Plain text. */
export const code = {
  webhook: "A hand-over to a webhook needs `host` and `address`, and one to PagerDuty has neither.",
  noAnswers: "Only PagerDuty has `answers`: a webhook answers with the secret of `key`.",
  otherHost: (host: string) => `The address of this hand-over doesn't lead to ${host}.`,
} as const;

/** Lines and buttons of the hook's window. */
export const window = {
  to: (name: string, host: string) => `*Hand-over:* when it escalates, I tell ${name} (${host}) too.`,
  none: "*Hand-over:* none. PagerDuty or another system can take over when it escalates.",
  on: { pagerduty: "Hand over to PagerDuty", webhook: "Hand over to a webhook" },
  off: "End the hand-over",
} as const;
