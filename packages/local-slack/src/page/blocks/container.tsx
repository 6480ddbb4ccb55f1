import type { ReactNode } from "react";
import type { BlockData } from "./block-kit.ts";
import { LibraryBlock } from "./library-block.tsx";
import { Text } from "./text.tsx";

/** A titled frame around other blocks. */
export function ContainerBlock({ block, children }: { block: BlockData; children: ReactNode }) {
  const { title, rich_text_title: richTitle, subtitle } = block;
  return (
    <section className="container-block">
      {title && (
        <h3>
          <Text text={title} />
        </h3>
      )}
      {richTitle && <LibraryBlock block={richTitle} />}
      {subtitle && (
        <p className="container-subtitle">
          <Text text={subtitle} />
        </p>
      )}
      {children}
    </section>
  );
}
