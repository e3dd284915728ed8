import type { AssetEvent } from '../../api/contract/events.ts'

/** A row as far as news are concerned. */
interface Dated {
  readonly id: string
  readonly updatedAt?: unknown
}

/**
 * How many things changed that the rows do not show yet: each thing once. A row that is as young as its event shows it
 * already, one's own change for instance.
 */
export function countNews(events: readonly AssetEvent[], rows: readonly Dated[]): number {
  const shown = new Map(rows.map(({ id, updatedAt }) => [id, String(updatedAt ?? '')]))
  return new Set(events.filter(({ id, at }) => (shown.get(id) ?? '') < at).map(({ id }) => id)).size
}
