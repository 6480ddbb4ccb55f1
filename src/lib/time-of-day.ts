const time = /^(\d{1,2})(?:[:.h](\d{2})|h)?(?:(am|pm|a\.m\.|p\.m\.))?$/;

/** The time of day that a word names, as in "07:30": of "7:30", "7.30am", "19h", "noon" or "midnight"; undefined for others. */
export function timeOfDay(word: string): string | undefined {
  const said = word.toLowerCase();
  if (said === "noon") return "12:00";
  // The day's end and its beginning look the same on a clock.
  if (said === "midnight" || said === "24:00") return "00:00";
  const [, hours = "", minutes = "00", half] = time.exec(said) ?? [];
  if (hours === "" || Number(minutes) > 59) return undefined;
  const hour = half === undefined ? Number(hours) : onTwelveHourClock(Number(hours), half);
  return hour === undefined || hour > 23 ? undefined : `${String(hour).padStart(2, "0")}:${minutes}`;
}

function onTwelveHourClock(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.startsWith("p") ? 12 : 0);
}
