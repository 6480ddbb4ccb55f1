import { keyed } from "../../styles/keyed.ts";
import { Emoji } from "../emoji.tsx";
import { Link } from "../link.tsx";
import { ChannelMention, GroupMention, UserMention } from "../mention.tsx";
import { SlackDate } from "../slack-date-view.tsx";
import type { Mark } from "./marks.ts";

const styleTags = { bold: "strong", italic: "em", strike: "s" } as const;

/** The marks of a line of mrkdwn. */
export function Marks({ marks }: { marks: Mark[] }) {
  return keyed(marks).map(({ item, place }) => <MarkView key={place} mark={item} />);
}

function MarkView({ mark }: { mark: Mark }) {
  switch (mark.kind) {
    case "text":
      return mark.text;
    case "code":
      return <code className="mrkdwn-code">{mark.text}</code>;
    case "link":
      return <Link url={mark.url}>{mark.label}</Link>;
    case "user":
      return <UserMention id={mark.id} label={mark.label} />;
    case "channel":
      return <ChannelMention id={mark.id} label={mark.label} />;
    case "group":
      return <GroupMention id={mark.id} label={mark.label} />;
    case "broadcast":
      return <span className="mention mention-broadcast">{mark.label}</span>;
    case "date":
      return <SlackDate {...mark} />;
    case "emoji":
      return <Emoji name={mark.name} />;
    case "bold":
    case "italic":
    case "strike":
      return <Styled tag={styleTags[mark.kind]} marks={mark.children} />;
  }
}

function Styled({ tag: Tag, marks }: { tag: "strong" | "em" | "s"; marks: Mark[] }) {
  return (
    <Tag>
      <Marks marks={marks} />
    </Tag>
  );
}
