/**
 * The older value where the newer is equal; else the newer, in which all that did not change is put back as the
 * older's very own, so that nothing of it is drawn again.
 */
export function sharing<Value>(before: Value, after: Value): Value {
  return graft(before, after) ? before : after;
}

/** Puts what is equal in the older's place into the newer; true where all is. */
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
