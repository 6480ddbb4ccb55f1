import { lazy, Suspense } from "react";

/** The library is three quarters of the page's code, so it is loaded when a block first needs it. */
const LibraryMessage = lazy(async () => {
  const { LibraryMessage } = await import("./library-message.tsx");
  return { default: LibraryMessage };
});

/** A block that slack-blocks-to-jsx draws. */
export function LibraryBlock({ block }: { block: { type: string; elements?: unknown } }) {
  return (
    <Suspense fallback={null}>
      <LibraryMessage block={block} />
    </Suspense>
  );
}
