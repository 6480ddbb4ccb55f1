import { Avatar } from "../styles/avatar.tsx";
import { formatSlackDate } from "../time/slack-date.ts";
import { useNow } from "../time/now-context.ts";
import { useNearPeople } from "../world/people-context.ts";
import { personById } from "../world/world-context.ts";
import type { ThreadFacts } from "./threads.ts";

interface ThreadSummaryProps extends ThreadFacts {
  onOpen: () => void;
}

/** The number of a message's replies, with a link to them. */
export function ThreadSummary({ count, lastAtMs, faces, onOpen }: ThreadSummaryProps) {
  const around = useNearPeople();
  const now = useNow();
  const when = {
    at: new Date(lastAtMs),
    format: "last reply {date_short_pretty} at {time}",
    timeZone: around.me.tz,
    now,
  };
  return (
    <button type="button" className="thread-summary" onClick={onOpen}>
      {faces.split(" ").map((user) => (
        <Avatar key={user} person={personById(around, user)} size="small" />
      ))}
      <span className="thread-count">{count === 1 ? "1 reply" : `${count} replies`}</span>
      <small>{formatSlackDate(when)}</small>
    </button>
  );
}
