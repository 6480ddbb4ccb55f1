import { keyed } from "../../styles/keyed.ts";
import { CodeBlock } from "../code-block.tsx";
import { Marks } from "./mark-view.tsx";
import { parseLine } from "./parse-line.ts";
import { type Passage, parsePassages } from "./parse-passages.ts";

/** Slack's mrkdwn as React elements. Everything except marks is text, so no HTML can come through. */
export function Mrkdwn({ text }: { text: string }) {
  return (
    <span className="mrkdwn">
      {keyed(parsePassages(text)).map(({ item, place }) => (
        <PassageView key={place} passage={item} />
      ))}
    </span>
  );
}

function PassageView({ passage: { kind, text } }: { passage: Passage }) {
  if (kind === "code") return <CodeBlock text={text} />;
  return (
    <span className={`mrkdwn-${kind}`}>
      <Marks marks={parseLine(text)} />
    </span>
  );
}
