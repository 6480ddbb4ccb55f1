import { firstText, isRecord, own, textOf } from "./reading/fields.ts";
import { readTitle } from "./reading/title.ts";
import type { Sender } from "./sender.ts";
import {
  type Heading,
  attachmentTexts,
  blockTexts,
  buttonLink,
  cutLine,
  firstLink,
  readHeading,
  recordsIn,
  withAddresses,
} from "./reading/text.ts";

type Fields = Record<string, unknown>;

/** Reads a message in Slack's shape: a text, blocks, attachments. */
export const slackShaped: Sender = {
  name: "slack",

  read(body) {
    if (!isRecord(body)) return undefined;
    const [blocks, attachments] = [recordsIn(own(body, "blocks")), recordsIn(own(body, "attachments"))];
    if (blocks.length === 0 && attachments.length === 0 && !isTextAlone(body)) return undefined;
    const texts = [
      textOf(own(body, "text")),
      ...blocks.flatMap(blockTexts),
      ...attachments.flatMap(attachmentTexts),
    ];
    const heading = headingOf(body, blocks, attachments);
    if (heading.title.trim() === "") return undefined;

    const said = bodyOf(texts, heading);
    const links = [
      heading.link,
      buttonLink([...blocks, ...attachments.flatMap(blocksOf)]),
      firstLink(texts.join("\n")),
    ];
    return [
      {
        title: heading.title,
        body: said,
        assumedState: stateOf(texts, said, attachments),
        link: firstText(...links),
        isObserved: true,
      },
    ];
  },
};

// A body with one of these beside its text is not meant for Slack.
const otherTitles = ["title", "name", "summary", "message", "subject", "alertname"];

function isTextAlone(body: Fields): boolean {
  return firstText(own(body, "text")) !== "" && otherTitles.every((name) => own(body, name) === undefined);
}

function blocksOf(attachment: Fields): Fields[] {
  return recordsIn(own(attachment, "blocks"));
}

/** The heading: one with a link, else a header, else an attachment's title, else the first line. */
function headingOf(body: Fields, blocks: Fields[], attachments: Fields[]): Heading {
  const all = [...blocks, ...attachments.flatMap(blocksOf)];
  const first = readHeading(firstLine(all.flatMap(blockTexts)[0]));
  if (first.link !== undefined) return first;
  const header = all.find((block) => own(block, "type") === "header");
  const titled = attachments.find((attachment) => firstText(own(attachment, "title")) !== "");
  if (header) return readHeading(firstLine(blockTexts(header)[0]));
  if (titled) return { title: textOf(own(titled, "title")), link: textOf(own(titled, "title_link")) };
  const texts = attachments.flatMap((each) => [...attachmentTexts(each), textOf(own(each, "fallback"))]);
  return readHeading(firstLine(firstText(own(body, "text"), first.title, ...texts)));
}

function firstLine(text = ""): string {
  return text.trimStart().split("\n", 1)[0] ?? "";
}

/** All texts beside the title, each one once. */
function bodyOf(texts: readonly string[], { title }: Heading): string {
  const said = texts.map((text) => {
    const line = firstLine(text);
    return readHeading(line).title === title ? text.trimStart().slice(line.length + 1) : text;
  });
  return withAddresses([...new Set(said)].filter((text) => text.trim() !== "").join("\n"));
}

// The colors of Alertmanager, Grafana and Slack.
const colors = {
  firing: ["danger", "warning", "#d63232", "#a30200"],
  resolved: ["good", "#36a64f", "#2eb886"],
};

/** The state of the text beside the blocks, else of the words of a resolve, else of the color. */
function stateOf([text]: string[], body: string, attachments: Fields[]): "firing" | "resolved" | undefined {
  const reported = readTitle(cutLine(firstLine(text), 500)).reported?.state;
  if (reported === "firing" || reported === "resolved") return reported;
  if (/^(?:Group: .* - )?The alert has been resolved/.test(body)) return "resolved";
  const painted = attachments.map((attachment) => textOf(own(attachment, "color")).toLowerCase());
  if (painted.some((color) => colors.firing.includes(color))) return "firing";
  return painted.some((color) => colors.resolved.includes(color)) ? "resolved" : undefined;
}
