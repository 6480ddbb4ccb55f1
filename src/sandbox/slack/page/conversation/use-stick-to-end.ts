import { type RefObject, useEffect, useRef } from "react";

const nearPx = 80;

/** Keeps a scrolling list (one child that grows) at its end while the person is there; who scrolled up to read is left in peace. */
export function useStickToEnd(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const onScroll = () => {
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx;
    };
    const stick = () => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    };
    // New messages, late images and a growing composer all move the end.
    const sizes = new ResizeObserver(stick);
    for (const part of [element, ...element.children]) sizes.observe(part);
    element.addEventListener("scroll", onScroll);
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, []);
  return list;
}
