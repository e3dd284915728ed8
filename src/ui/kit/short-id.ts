/** An id shortened in its middle for reading, `64f1c0e2…9a2e` (look.md §4); one of 13 letters or fewer stays whole. */
export function shortId(id: string): string {
  return id.length <= 13 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`
}
