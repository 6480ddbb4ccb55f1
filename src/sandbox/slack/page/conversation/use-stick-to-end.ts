import { type RefObject, useEffect, useRef } from "react";

const nearPx = 80;

/** Keeps a scrolling list (one child that grows) at its end while the person is there; who scrolled up is left in peace. */
export function useStickToEnd(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => (list.current ? stickToEnd(list.current) : undefined), []);
  return list;
}

function stickToEnd(list: HTMLElement): () => void {
  let atEnd = true;
  let known = sizeOf(list);
  // A list that was laid out anew scrolls too; only scrolling within the same size is the person's.
  const onScroll = () => {
    if (known === sizeOf(list)) atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < nearPx;
  };
  const onResize = () => {
    if (atEnd) list.scrollTop = list.scrollHeight;
    known = sizeOf(list);
  };
  // New messages, late images and a growing composer all move the end.
  const sizes = new ResizeObserver(onResize);
  for (const part of [list, ...list.children]) sizes.observe(part);
  list.addEventListener("scroll", onScroll);
  return () => {
    sizes.disconnect();
    list.removeEventListener("scroll", onScroll);
  };
}

function sizeOf({ scrollHeight, clientHeight }: HTMLElement): string {
  return `${scrollHeight} ${clientHeight}`;
}
