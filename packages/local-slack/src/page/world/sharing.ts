/**
 * The older value if the newer one is equal. Otherwise the newer one, with all unchanged parts replaced by the
 * older ones, so they are not redrawn.
 */
export function sharing<Value>(before: Value, after: Value): Value {
  return graft(before, after) ? before : after;
}

/** Puts equal older parts into the newer value. True if everything is equal. */
function graft(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after))
    return false;
  let isSame = Object.keys(before).length === Object.keys(after).length;
  for (const [name, value] of Object.entries(after)) {
    const known: unknown = Reflect.get(before, name);
    if (graft(known, value)) Reflect.set(after, name, known);
    else isSame = false;
  }
  return isSame;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
