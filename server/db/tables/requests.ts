import type { Defaulted, Json } from './columns.ts'

/** An idempotency key. `answer` is the stored response; null while the first request is running. */
export interface IdempotencyTable {
  user_id: string
  key: string
  hash: string
  answer: Json<unknown>
  created_at: Date
}

export interface RateLimitTable {
  key: string
  count: number
  resets_at: Date
  /** Time when the next attempt is allowed, for limits with delays. */
  free_at: Defaulted<Date | null>
}

/** Facts about the database as a whole, such as whether it was seeded. */
export interface MetaTable {
  key: string
  value: string
}
