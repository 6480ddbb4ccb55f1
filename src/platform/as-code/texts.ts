// Plain text.

export const changedMeanwhile = "Someone changed this in the meantime.";
/** A change in Slack of what a file manages. */
export const managed = (noun: string, label: string) =>
  `The ${noun} “${label}” is managed by a file, so it can't be changed here. Change it in the file that this app reads (WORKSPACE_FILE).`;
export const managedNew = (noun: string) =>
  `Each ${noun} is managed by a file, so you can't add one here. Add it to the file that this app reads (WORKSPACE_FILE).`;
export const twice = (noun: string) => `is the same ${noun} as an earlier one`;
export const version = "must be 1";
export const expected = "a list of settings, each on a line of its own as in `name: value`";
/** The beginning of an exported file. */
export const fileHead =
  "# A workspace of Quartermaster, without secrets. `/db admin apply` shows what it would change. docs/as-code.md says more.";
