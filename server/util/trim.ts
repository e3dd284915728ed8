/**
 * Removes characters from both ends of a text; `edge` matches one character. Linear, whereas a pattern such as `/ +$/` restarts
 * at each character of a run that is not at the end.
 */
export function trim(text: string, edge: RegExp): string {
  let start = 0
  while (start < text.length && edge.test(text[start]!)) start += 1
  return trimEnd(text.slice(start), edge)
}

/** Removes characters from the end of a text, like {@link trim}. */
export function trimEnd(text: string, edge: RegExp): string {
  let end = text.length
  while (end > 0 && edge.test(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}
