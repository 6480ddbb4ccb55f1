/** The kind of thing that a command is about, where its name is another word. */
const kinds: Readonly<Record<string, string>> = {
  alerts: "alert",
  approvals: "approval",
  backups: "backup",
  connections: "connection",
  costs: "digest",
  dashboards: "dashboard",
  presets: "preset",
  services: "service",
};

/** What a button does whose action_id does not say it. */
const presses: Readonly<Record<string, Action>> = {
  "approval-take-back": "approval.withdraw",
  "show-password": "password.show",
  "unknown-was-created": "service.settle",
  "unknown-was-not": "service.settle",
  "unusual-expected": "unusual-day.expect",
};

/** An action as it is recorded, as in "hook.rotate". */
export type Action = `${string}.${string}`;

/** What a command does, by its name and, where it has several, the word for it. */
export function actionOfCommand(name: string, act: string | undefined): Action {
  return act === undefined ? `command.${name}` : `${kindOf(name)}.${act}`;
}

/** What a button does, by its action_id: "alerts:snooze" is "alert.snooze". */
export function actionOfPress(actionId: string): Action {
  const own = presses[actionId];
  if (own) return own;
  const [, first = "", rest = ""] = /^([a-z]+)[:-](.+)$/.exec(actionId) ?? [];
  return rest === "" ? `button.${actionId}` : `${kindOf(first)}.${rest.replaceAll(":", "-")}`;
}

/** What submitting a form does. */
export function actionOfForm(name: string): Action {
  return `form.${name}`;
}

function kindOf(word: string): string {
  return kinds[word] ?? word;
}
