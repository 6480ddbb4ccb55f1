import { type CSSProperties, type RefObject, useLayoutEffect, useState } from "react";

interface PopupShape {
  align?: "start" | "end";
  /** In pixels. The default is the anchor's width. */
  width?: number;
}

const gapPx = 4;
const edgePx = 8;
const tallestPx = 320;
const lowestUsefulPx = 200;

/** The position of a popup of `anchor`: below it, or above if there is more space. */
export function usePopup(
  anchor: RefObject<HTMLElement | null>,
  open: boolean,
  shape: PopupShape = {},
): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({ position: "fixed", opacity: 0 });
  const { align = "start", width } = shape;
  useLayoutEffect(() => {
    if (!open || !anchor.current) return;
    const box = anchor.current;
    const move = () => setPlace(placeFor(box.getBoundingClientRect(), { align, width }));
    move();
    window.addEventListener("scroll", move, true);
    window.addEventListener("resize", move);
    return () => {
      window.removeEventListener("scroll", move, true);
      window.removeEventListener("resize", move);
    };
  }, [anchor, open, align, width]);
  return place;
}

function placeFor(box: DOMRect, { align, width = box.width }: PopupShape): CSSProperties {
  const left = align === "end" ? box.right - width : box.left;
  const below = window.innerHeight - box.bottom - gapPx - edgePx;
  const above = box.top - gapPx - edgePx;
  const upward = below < lowestUsefulPx && above > below;
  return {
    position: "fixed",
    width,
    left: Math.max(edgePx, Math.min(left, window.innerWidth - width - edgePx)),
    maxHeight: Math.min(tallestPx, upward ? above : below),
    ...(upward ? { bottom: window.innerHeight - box.top + gapPx } : { top: box.bottom + gapPx }),
  };
}
