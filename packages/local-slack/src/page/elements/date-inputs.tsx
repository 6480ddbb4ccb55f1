import { momentOf, zonedParts } from "../time/zone.ts";
import { useNearPeople } from "../world/people-context.ts";
import type { Field } from "./use-field.ts";

/** A day (`YYYY-MM-DD`) or a time of day (`HH:MM`). */
export function WallInput({ field }: { field: Field }) {
  return (
    <input
      {...field.attributes}
      className="text-input date-input"
      type={field.element.type === "datepicker" ? "date" : "time"}
      value={typeof field.value === "string" ? field.value : ""}
      onChange={(event) => field.choose(event.target.value || null)}
    />
  );
}

/** A day and a time in the acting person's zone. Its value is in seconds since 1970. */
export function DateTimeInput({ field }: { field: Field }) {
  const { me } = useNearPeople();
  const choose = (wall: string) => {
    const [date = "", time = ""] = wall.split("T");
    field.choose(wall === "" ? null : momentOf({ date, time }, me.tz).getTime() / 1000);
  };
  return (
    <input
      {...field.attributes}
      className="text-input date-input"
      type="datetime-local"
      value={typeof field.value === "number" ? wallOf(field.value, me.tz) : ""}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

function wallOf(seconds: number, timeZone: string): string {
  const { date, time } = zonedParts(new Date(seconds * 1000), timeZone);
  return `${date}T${time}`;
}
