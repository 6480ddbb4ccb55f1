/** A backup's kind as people say it: the server's word, with a capital letter. */
export function kindInWords(type = ""): string {
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll("_", " ");
}

/** True for a number that can be how much there is of something. */
export function isAmount(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value >= 0;
}
