import { type RefObject, useEffect, useRef } from "react";

const nearPx = 80;

/** The visible part while the list changes: its end, or the beginning of a last message taller than the window. */
type Held = "end" | "beginning" | undefined;

interface FollowedList {
  /** Shows the end, and follows it. */
  showEnd: () => void;
  leave: () => void;
}

/**
 * Keeps a scrolling list of articles (one growing child) at its newest message while the person is there. After
 * scrolling up it does not move until `sent`, the number of the person's own messages, changes.
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
  // A new layout scrolls the list too. The person scrolled only if the size is the same.
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
  // New messages, late images and a growing composer move the end.
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

/** The distance from the top of the list to the last message, in pixels. Negative if it begins above. */
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
