import { ActionsBlock } from "./actions.tsx";
import { AlertBlock } from "./alert.tsx";
import { type BlockData, readBlocks } from "./block-kit.ts";
import { ContainerBlock } from "./container.tsx";
import { ContextBlock } from "./context.tsx";
import { ImageBlock } from "./image.tsx";
import { InputBlock } from "./input.tsx";
import { LibraryBlock } from "./library-block.tsx";
import { RichTextBlock } from "./rich-text.tsx";
import { SectionBlock } from "./section.tsx";
import { TableBlock } from "./table.tsx";
import { Text } from "./text.tsx";

interface BlocksProps {
  blocks: readonly unknown[];
  /** block_id -> the problem of its input. */
  errors?: Record<string, string>;
}

/** Draws blocks, one below the other. */
export function Blocks({ blocks, errors }: BlocksProps) {
  return (
    <div className="blocks">
      {readBlocks(blocks).map((block) => (
        <BlockView key={block.block_id} block={block} error={errors?.[block.block_id]} />
      ))}
    </div>
  );
}

function BlockView({ block, error }: { block: BlockData; error: string | undefined }) {
  switch (block.type) {
    case "section":
      return <SectionBlock block={block} />;
    case "header":
      return <h3 className="header-block">{block.text && <Text text={block.text} />}</h3>;
    case "divider":
      return <hr className="divider-block" />;
    case "context":
      return <ContextBlock block={block} />;
    case "image":
      return <ImageBlock block={block} />;
    case "actions":
      return <ActionsBlock block={block} />;
    case "input":
      return <InputBlock block={block} error={error} />;
    case "table":
    case "data_table":
      return <TableBlock block={block} />;
    case "container":
      return (
        <ContainerBlock block={block}>
          <Blocks blocks={block.child_blocks ?? []} />
        </ContainerBlock>
      );
    case "rich_text":
      return <RichTextBlock block={block} />;
    case "alert":
      return <AlertBlock block={block} />;
    default:
      return <LibraryBlock block={block} />;
  }
}
