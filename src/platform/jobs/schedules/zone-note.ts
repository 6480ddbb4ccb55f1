/** What to say of a zone that was not asked for by name. */
export function zoneNote({ timeZone }: { timeZone?: string }, zone: string | undefined): string[] {
  if (timeZone !== undefined) return [];
  return zone === undefined
    ? ["Slack does not tell your time zone, so it goes by UTC; name another at the end of the command."]
    : [`${zone} is your time zone in Slack; name another at the end of the command.`];
}
