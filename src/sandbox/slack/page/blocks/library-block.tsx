import { lazy, Suspense } from "react";

/** Three quarters of the page's code are the library's: it is loaded when a block first needs it. */
const LibraryMessage = lazy(async () => {
  const { LibraryMessage } = await import("./library-message.tsx");
  return { default: LibraryMessage };
});

/** A block that we leave to slack-blocks-to-jsx. */
export function LibraryBlock({ block }: { block: { type: string; elements?: unknown } }) {
  return (
    <Suspense fallback={null}>
      <LibraryMessage block={block} />
    </Suspense>
  );
}
