import type { Attachment } from "../../protocol.ts";
import { Blocks } from "../blocks/blocks.tsx";
import { Mrkdwn } from "../blocks/mrkdwn/mrkdwn.tsx";
import { ObjectCard } from "../objects/object-card.tsx";
import { useNearPeople } from "../world/people-context.ts";

const namedColors: Record<string, string> = { good: "#2eb67d", warning: "#ecb22e", danger: "#e01e5a" };

/** An attachment: blocks or text beside a coloured bar. A link's also names the app. */
export function AttachmentView({ attachment }: { attachment: Attachment }) {
  const { color = "#dddddd", text, fallback, blocks, is_app_unfurl: isUnfurl, entity } = attachment;
  if (entity) return <ObjectCard entity={entity} blocks={blocks} />;
  const bar = namedColors[color] ?? (color.startsWith("#") ? color : `#${color}`);
  return (
    <div className="attachment" style={{ borderLeftColor: bar }}>
      {blocks ? <Blocks blocks={blocks} /> : <Mrkdwn text={text ?? fallback ?? ""} />}
      {isUnfurl && <AddedBy />}
    </div>
  );
}

/** Slack names the app below its card for a person's link. */
function AddedBy() {
  const app = useNearPeople().people.find(({ isBot }) => isBot);
  return <small className="attachment-source">Added by {app?.realName ?? "the app"}</small>;
}
