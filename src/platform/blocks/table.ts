import type {
  DataTableBlock,
  KnownBlock,
  RawTextElement,
  RichTextBlock,
  RichTextElement,
  TableBlock,
} from "@slack/types";
import { oneLine, plural, truncate } from "../../lib/text.ts";
import { utcTime } from "../../lib/time.ts";
import { richTextDate } from "./date.ts";
import { escapeName, visible } from "./escape.ts";
import { limits } from "./limits.ts";
import { context } from "./text.ts";

/** A person in a cell. Slack shows their present name. */
interface PersonCell {
  userId: string;
}

/** A number by which people sort, and its text. */
interface NumberCell {
  value: number;
  text: string;
}

/** The heading of a column for the rows below it, if a table is two. */
interface HeadingCell {
  heading: string;
}

/** The content of a cell: a text, shown as it is, a number, a time in each reader's time zone, a person, or a heading. */
type Cell = string | NumberCell | Date | PersonCell | HeadingCell;

/** A table as data: its columns, and rows with one cell for each column. */
export interface Table {
  columns: readonly {
    header: string;
    align?: "left" | "center" | "right";
    /** True if a long cell wraps. By default text columns wrap and number columns do not. */
    wraps?: boolean;
  }[];
  rows: readonly (readonly Cell[])[];
  /** The number of rows to show at once. The rest is counted. */
  maxRows?: number;
}

const maxCellLength = 120;
// The size of a date's format and fallback, which count as text in a table.
const dateLength = 50;
// Slack shows a person by name.
const nameLength = 30;
// Below Slack's 10,000 for a table, because all blocks of a message together hold less than that.
const maxTextLength = 6000;
// Reserved for the line that counts the remaining rows.
const restLength = 20;
const nothing = "–";

/**
 * Slack's table with the header as its first row. Rows beyond its limits are cut; `rowsThatFit` returns how many stay.
 */
export function table(facts: Table): TableBlock {
  const { columns, rows } = facts;
  const shown = columns.slice(0, limits.table.columns);
  const headers = shown.map(({ header }) => header);
  const fitting = rows.slice(0, rowsThatFit(facts));
  return {
    type: "table",
    rows: [headers, ...fitting].map((row) => shown.map((_, index) => cellBlock(row[index] ?? ""))),
    column_settings: shown.map(({ align = "left", wraps = align === "left" }) => ({
      align,
      is_wrapped: wraps,
    })),
  };
}

/** More rows than this are long: people page through them. */
const shortRows = 10;

/** True if a table is long enough that people want to sort it and page through it. */
export function isLong({ rows }: Pick<Table, "rows">): boolean {
  return rows.length > shortRows;
}

/** Slack's table that people sort and page through, with the same rows as `table`. The caption is plain text. */
export function dataTable(facts: Table, caption: string): DataTableBlock {
  const { columns, rows } = facts;
  const shown = columns.slice(0, limits.table.columns);
  return {
    type: "data_table",
    caption,
    page_size: shortRows,
    rows: [
      shown.map(({ header }) => ({ type: "raw_text", text: header })),
      ...rows.slice(0, rowsThatFit(facts)).map((row) =>
        shown.map((_, index) => {
          const cell = row[index] ?? "";
          return isNumber(cell) ? { type: "raw_number" as const, ...cell } : cellBlock(cell);
        }),
      ),
    ],
  };
}

/** Slack's table, followed by the number of rows that did not fit; `noun` names a row, as in "backup". */
export function tableBlocks(facts: Table, noun: string): KnownBlock[] {
  const leftOut = facts.rows.length - rowsThatFit(facts);
  const block = table(facts);
  return leftOut === 0
    ? [block]
    : [block, context(`And ${plural(leftOut, `more ${noun}`)}, not shown here.`)];
}

/** The number of rows, from the first, that fit into Slack's table. */
export function rowsThatFit({ columns, rows, maxRows = Infinity }: Table): number {
  const most = Math.min(maxRows, limits.table.rows - 1);
  let length = rowLength(columns.map(({ header }) => header));
  const tooMany = rows.findIndex((row, index) => {
    length += rowLength(row);
    return length > maxTextLength || index >= most;
  });
  return tooMany === -1 ? rows.length : tooMany;
}

/**
 * The table as lines of mrkdwn of at most `maxLength`, with times in UTC, for when no blocks are shown. It counts the
 * rows that it leaves out.
 */
export function plainTable({ columns, rows }: Table, maxLength = 2500): string {
  const lines = [columns.map(({ header }) => header), ...rows].map(plainRow);
  let length = 0;
  const tooMany = lines.findIndex((line) => (length += line.length + 1) > maxLength - restLength);
  if (tooMany === -1) return lines.join("\n");
  return [...lines.slice(0, tooMany), `and ${lines.length - tooMany} more`].join("\n");
}

function plainRow(row: readonly Cell[]): string {
  return row
    .map((cell) => {
      if (cell instanceof Date) return utcTime(cell);
      if (isPerson(cell)) return `<@${cell.userId}>`;
      return escapeName(cellText(textOf(cell)), maxCellLength);
    })
    .join(" | ");
}

function cellBlock(cell: Cell): RawTextElement | RichTextBlock {
  if (cell instanceof Date) return richText(richTextDate(cell));
  if (isPerson(cell)) return richText({ type: "user", user_id: cell.userId });
  const text = cellText(textOf(cell));
  if (isHeading(cell)) return richText({ type: "text", text, style: { bold: true } });
  // Both show a text as it is. Some readers interpret marks and tokens in raw text; all leave rich text alone.
  return /[<>&@*_~`:]/.test(text) ? richText({ type: "text", text }) : { type: "raw_text", text };
}

function isNumber(cell: Cell): cell is NumberCell {
  return typeof cell === "object" && "value" in cell;
}

function isHeading(cell: Cell): cell is HeadingCell {
  return typeof cell === "object" && "heading" in cell;
}

function textOf(cell: string | NumberCell | HeadingCell): string {
  if (typeof cell === "string") return cell;
  return "heading" in cell ? cell.heading : cell.text;
}

function isPerson(cell: Cell): cell is PersonCell {
  return typeof cell === "object" && "userId" in cell;
}

function richText(element: RichTextElement): RichTextBlock {
  return { type: "rich_text", elements: [{ type: "rich_text_section", elements: [element] }] };
}

function cellText(text: string): string {
  return truncate(oneLine(visible(text)), maxCellLength) || nothing;
}

function rowLength(row: readonly Cell[]): number {
  return row.reduce((length, cell) => length + cellLength(cell), 0);
}

function cellLength(cell: Cell): number {
  if (cell instanceof Date) return dateLength;
  return isPerson(cell) ? nameLength : cellText(textOf(cell)).length;
}
