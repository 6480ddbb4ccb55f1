import type { DataTableBlock, KnownBlock, ModalView, RichTextElement, TableBlock } from "@slack/types";
import { slackDate } from "./date.ts";
import { escapeName } from "./escape.ts";
import { fitView } from "./fit.ts";
import { limits } from "./limits.ts";
import { packed, plainText, preformatted } from "./text.ts";

/** Blocks of a message as a modal can hold them: tables become text, and what is too much is counted. */
export function viewBlocks(blocks: readonly KnownBlock[], blocksAbove = 0): KnownBlock[] {
  return fitView(
    blocks.flatMap((block) => {
      if (block.type === "table") return tableText(block.rows, block.column_settings);
      return block.type === "data_table" ? tableText(block.rows) : [block];
    }),
    blocksAbove,
  );
}

type Cell = (TableBlock | DataTableBlock)["rows"][number][number];
type Rows = readonly (readonly Cell[])[];

// A modal on a phone shows about this many monospaced characters in a line.
const mostColumns = 42;

/** A narrow table with its columns aligned. A wide one as a paragraph for each row, because a modal breaks its lines. */
function tableText(rows: Rows, settings: TableBlock["column_settings"] = []): KnownBlock[] {
  const texts = rows.map((row) => row.map((cell) => plainCell(cell)));
  const widths = (texts[0] ?? []).map((_, column) =>
    Math.max(...texts.map((row) => row[column]?.length ?? 0)),
  );
  // Only mrkdwn can show a person's name.
  if (rows.some((row) => row.some((cell) => elementsOf(cell).some(({ type }) => type === "user"))))
    return tableParagraphs(rows);
  const width = widths.reduce((sum, each) => sum + each + 2, -2);
  if (width > mostColumns) return tableParagraphs(rows);
  const line = (row: readonly string[]) =>
    row
      .map((text, column) =>
        settings[column]?.align === "right"
          ? text.padStart(widths[column] ?? 0)
          : text.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [preformatted(texts.map(line).join("\n"))];
}

function tableParagraphs([headers = [], ...rows]: Rows): KnownBlock[] {
  const names = headers.map((cell) => mrkdwnCell(cell));
  return packed(
    rows.map(([first, ...others]) => {
      const facts = others.map((cell, index) => `${names[index + 1]}: ${mrkdwnCell(cell)}`);
      return [`*${first ? mrkdwnCell(first) : ""}*`, ...(facts.length > 0 ? [facts.join(" · ")] : [])].join(
        "\n",
      );
    }),
  );
}

function plainCell(cell: Cell): string {
  return elementsOf(cell).map(plainElement).join("");
}

function mrkdwnCell(cell: Cell): string {
  return elementsOf(cell).map(mrkdwnElement).join("");
}

/** The texts and times of a cell. */
function elementsOf(cell: Cell): RichTextElement[] {
  if (cell.type !== "rich_text") return [{ type: "text", text: cell.text }];
  return cell.elements.flatMap((part) => (part.type === "rich_text_section" ? part.elements : []));
}

function plainElement(element: RichTextElement): string {
  if (element.type === "text") return element.text;
  if (element.type === "date") return element.fallback ?? "";
  return element.type === "link" ? (element.text ?? element.url) : "";
}

const longestCell = 120;

function mrkdwnElement(element: RichTextElement): string {
  if (element.type === "user") return `<@${element.user_id}>`;
  if (element.type === "date") return slackDate(new Date(element.timestamp * 1_000));
  return escapeName(plainElement(element), longestCell);
}

const titleLength = limits.view.title;

interface ModalFacts {
  callbackId: string;
  title: string;
  /** Absent for a modal that only shows something. */
  submit?: string | undefined;
  close: string;
  /** True if Slack notifies the app when the modal is closed. */
  notifyOnClose?: true;
  /** Ids only, at most 3,000 characters. */
  privateMetadata?: string;
  blocks: KnownBlock[];
}

/** A modal view. Its title and buttons are cut to Slack's 24 characters. */
export function modal(facts: ModalFacts): ModalView {
  const { callbackId, title, submit, close, notifyOnClose, privateMetadata, blocks } = facts;
  return {
    type: "modal",
    callback_id: callbackId,
    title: plainText(title, titleLength),
    close: plainText(close, titleLength),
    blocks,
    ...(submit === undefined ? {} : { submit: plainText(submit, titleLength) }),
    ...(notifyOnClose === undefined ? {} : { notify_on_close: notifyOnClose }),
    ...(privateMetadata === undefined ? {} : { private_metadata: privateMetadata }),
  };
}
