import { formatSlackDate } from "../time/slack-date.ts";
import { useNow } from "../time/now-context.ts";
import { useNearPeople } from "../world/people-context.ts";
import { Link } from "./link.tsx";

interface SlackDateProps {
  seconds: number;
  format: string;
  url: string | undefined;
  fallback: string;
}

/** A `<!date^…>` in the acting person's time zone, or the sender's fallback for an invalid time. */
export function SlackDate({ seconds, format, url, fallback }: SlackDateProps) {
  const { me } = useNearPeople();
  const now = useNow();
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return fallback;
  const text = formatSlackDate({ at, format, timeZone: me.tz, now });
  const time = (
    <time dateTime={at.toISOString()} title={fallback}>
      {text}
    </time>
  );
  return url === undefined ? time : <Link url={url}>{time}</Link>;
}
