/** What an entry of a menu sent, read: which one it was, and the incident's id; undefined where it is none of these. */
export function readChoice<Choice extends string>(
  value: string,
  choices: readonly Choice[],
): { choice: Choice; incidentId: string } | undefined {
  const space = value.indexOf(" ");
  const choice = choices.find((each) => each === value.slice(0, space));
  return choice === undefined ? undefined : { choice, incidentId: value.slice(space + 1) };
}
