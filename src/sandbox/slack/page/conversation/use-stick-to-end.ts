import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

const nearPx = 80;

/** Keeps a scrolling list at its end while the person is there; who scrolled up to read is left in peace. */
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
    // Images and a growing composer move the end without a new message.
    const sizes = new ResizeObserver(stick);
    sizes.observe(element);
    element.addEventListener("scroll", onScroll);
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, []);
  useLayoutEffect(() => {
    if (list.current && atEnd.current) list.current.scrollTop = list.current.scrollHeight;
  });
  return list;
}
