/**
 * Removes characters from both ends of a text; `edge` matches one character. A pattern such as `/ +$/` would take quadratic time.
 */
export function trim(text: string, edge: RegExp): string {
  let start = 0
  while (start < text.length && edge.test(text[start]!)) start += 1
  return trimEnd(text.slice(start), edge)
}

export function trimEnd(text: string, edge: RegExp): string {
  let end = text.length
  while (end > 0 && edge.test(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}
