import { useNearPeople } from "../world/people-context.ts";
import { personById, useNearWorld } from "../world/world-context.ts";

interface MentionProps {
  id: string;
  label: string | undefined;
}

/** A person's name. The acting person's own is marked. */
export function UserMention({ id, label }: MentionProps) {
  const around = useNearPeople();
  const own = id === around.me.id ? " mention-own" : "";
  return <span className={`mention${own}`}>@{label ?? personById(around, id).realName}</span>;
}

/** A channel's name. */
export function ChannelMention({ id, label }: MentionProps) {
  const { channels } = useNearWorld();
  const name = label ?? channels.find((channel) => channel.id === id)?.name ?? id;
  return <span className="mention">#{name}</span>;
}

/** A user group's name. Marked if the acting person is a member. */
export function GroupMention({ id, label }: MentionProps) {
  const { me, userGroups } = useNearPeople();
  const group = userGroups.find((candidate) => candidate.id === id);
  const own = group?.users.includes(me.id) ? " mention-own" : "";
  return <span className={`mention${own}`}>@{group?.handle ?? label?.replace(/^@/u, "") ?? id}</span>;
}
