import { keyed } from "../styles/keyed.ts";
import type { BlockData, TableCell } from "./block-kit.ts";
import { LibraryBlock } from "./library-block.tsx";
import { PlainText, Text } from "./text.tsx";

/** A table with its first row as its head. A wide one scrolls. */
export function TableBlock({ block }: { block: BlockData }) {
  const [head = [], ...rows] = block.rows ?? [];
  const caption = typeof block.caption === "string" ? { text: block.caption } : block.caption;
  const settings = block.column_settings ?? [];
  return (
    <div className="table-scroll" role="region" aria-label={caption?.text ?? "Table"} tabIndex={0}>
      <table className="table-block">
        {caption && (
          <caption>
            <Text text={caption} />
          </caption>
        )}
        <thead>
          <Row cells={head} settings={settings} isHead />
        </thead>
        <tbody>
          {keyed(rows).map(({ item, place }) => (
            <Row key={place} cells={item} settings={settings} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  cells: TableCell[];
  settings: NonNullable<BlockData["column_settings"]>;
  isHead?: boolean;
}

function Row({ cells, settings, isHead = false }: RowProps) {
  const Cell = isHead ? "th" : "td";
  return (
    <tr>
      {keyed(cells).map(({ item, place }) => (
        <Cell
          key={place}
          scope={isHead ? "col" : undefined}
          className={cellClass(item, settings[Number(place)])}
        >
          <CellContent cell={item} />
        </Cell>
      ))}
    </tr>
  );
}

/** Numbers are aligned right unless the app says otherwise. */
function cellClass({ type }: TableCell, settings: RowProps["settings"][number] | undefined): string {
  return `cell-${settings?.align ?? (type === "raw_number" ? "right" : "left")}${settings?.is_wrapped ? " cell-wrapped" : ""}`;
}

function CellContent({ cell }: { cell: TableCell }) {
  if (cell.type === "rich_text") return <LibraryBlock block={cell} />;
  return <PlainText text={cell.text ?? String(cell.value ?? "")} />;
}
