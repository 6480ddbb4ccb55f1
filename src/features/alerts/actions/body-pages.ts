import { codeBlock } from "../../../platform/blocks/escape.ts";

// A section takes 3,000.
const mostEscaped = 2_900;
const piecesOnPage = 10;

/** A body in blocks of code that each fit into a section of a modal, ten on a page; none for an empty one. */
export function bodyPages(body: string): string[][] {
  const pieces = piecesOf(body.trim()).map(codeBlock);
  const count = Math.ceil(pieces.length / piecesOnPage);
  return Array.from({ length: count }, (_, page) =>
    pieces.slice(page * piecesOnPage, (page + 1) * piecesOnPage),
  );
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const piece = pieceAt(text, start);
    pieces.push(piece);
    start += piece.length;
  }
  return pieces;
}

/** As much as fits: at the end of a line where there is one, and never inside a character. */
function pieceAt(text: string, start: number): string {
  for (let room = mostEscaped - 100; ; room = Math.floor(room / 2)) {
    const longest = text.slice(start, start + room);
    const isRest = start + room >= text.length;
    const piece = isRest ? longest : cutAtLine(longest);
    if (codeBlock(piece).length <= mostEscaped) return piece;
  }
}

function cutAtLine(text: string): string {
  const lineEnd = text.lastIndexOf("\n") + 1;
  const cut = lineEnd > text.length / 2 ? text.slice(0, lineEnd) : text;
  return cut.replace(/[\ud800-\udbff]$/, "");
}
