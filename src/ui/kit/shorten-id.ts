/** Shortens an id for display, `64f1c0e2…9a2e` (design guide §4). Ids of up to 13 characters stay unchanged. */
export function shortenId(id: string): string {
  return id.length <= 13 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`
}
