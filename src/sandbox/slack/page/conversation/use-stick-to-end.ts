import { type RefObject, useEffect, useRef } from "react";

const nearPx = 80;

/** What stays in sight while the list changes: its end, or the beginning of a last message taller than the window. */
type Held = "end" | "beginning" | undefined;

interface FollowedList {
  /** Shows the end, and follows it from now on. */
  showEnd: () => void;
  leave: () => void;
}

/**
 * Keeps a scrolling list of articles (one child that grows) at its newest message while the person is there; who
 * scrolled up is left in peace until `sent`, how often they sent something themselves, changes.
 */
export function useStickToEnd(sent: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const followed = useRef<FollowedList | null>(null);
  useEffect(() => {
    followed.current = list.current && follow(list.current);
    return () => followed.current?.leave();
  }, []);
  useEffect(() => {
    if (sent > 0) followed.current?.showEnd();
  }, [sent]);
  return list;
}

function follow(list: HTMLElement): FollowedList {
  let held: Held = "end";
  let newest: Element | undefined;
  let known = "";
  // A list that was laid out anew scrolls too; only scrolling within the same size is the person's.
  const onScroll = () => {
    if (known === sizeOf(list)) held = heldNow(list);
  };
  const onResize = () => {
    const last = lastMessage(list);
    if (held && last !== newest) held = isTall(list, last) ? "beginning" : "end";
    newest = last;
    hold(list, held);
    known = sizeOf(list);
  };
  // New messages, late images and a growing composer all move the end.
  const sizes = new ResizeObserver(onResize);
  for (const part of [list, ...list.children]) sizes.observe(part);
  list.addEventListener("scroll", onScroll);
  return {
    showEnd() {
      held = "end";
      hold(list, held);
    },
    leave() {
      sizes.disconnect();
      list.removeEventListener("scroll", onScroll);
    },
  };
}

function hold(list: HTMLElement, held: Held): void {
  if (held === "end") list.scrollTop = list.scrollHeight;
  if (held === "beginning") list.scrollTop += distanceToLast(list);
}

function heldNow(list: HTMLElement): Held {
  if (list.scrollHeight - list.scrollTop - list.clientHeight < nearPx) return "end";
  return Math.abs(distanceToLast(list)) < nearPx ? "beginning" : undefined;
}

/** How far the last message begins below the top of the list, in pixels; negative where it begins above. */
function distanceToLast(list: HTMLElement): number {
  const top = lastMessage(list)?.getBoundingClientRect().top ?? 0;
  return top - list.getBoundingClientRect().top;
}

function isTall(list: HTMLElement, message: Element | undefined): boolean {
  return (message?.getBoundingClientRect().height ?? 0) > list.clientHeight;
}

function lastMessage(list: HTMLElement): Element | undefined {
  return [...list.querySelectorAll("article")].at(-1);
}

function sizeOf({ scrollHeight, clientHeight }: HTMLElement): string {
  return `${scrollHeight} ${clientHeight}`;
}
