import { type Block, Message, type MessageProps } from "slack-blocks-to-jsx";
import { Link } from "./link.tsx";
import { ChannelMention, GroupMention, UserMention } from "./mention.tsx";
import { SlackDate } from "./slack-date-view.tsx";

/** The blocks that the library draws. We draw the rest of Block Kit. */
const drawnByLibrary = new Set([
  "rich_text",
  "markdown",
  "data_visualization",
  "video",
  "file",
  "card",
  "carousel",
  "plan",
  "task_card",
]);

/** Draws names, times and links as in our own blocks. */
const hooks: MessageProps["hooks"] = {
  user: ({ id }) => <UserMention id={id} label={undefined} />,
  channel: ({ id }) => <ChannelMention id={id} label={undefined} />,
  usergroup: ({ id }) => <GroupMention id={id} label={undefined} />,
  link: ({ href, children }) => <Link url={href}>{children}</Link>,
  date: ({ timestamp, format, link, fallback }) => (
    <SlackDate seconds={Number(timestamp)} format={format} url={link ?? undefined} fallback={fallback} />
  ),
};

/** Rich text, charts, cards and the other blocks that slack-blocks-to-jsx draws well; any other says so. */
export function LibraryMessage({ block }: { block: { type: string } }) {
  if (!isLibraryBlock(block)) return <p className="unknown">This page cannot show “{block.type}” yet.</p>;
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return (
    <div className={`library-block library-${block.type}`}>
      <Message blocks={[block]} hooks={hooks} logo="" name="" theme={theme} withoutWrapper />
    </div>
  );
}

/** The rest of a block's shape was checked by the server against Slack's rules. */
function isLibraryBlock(block: { type: string }): block is Block {
  return drawnByLibrary.has(block.type);
}
