import type { AssetMessage } from '../../src/api/contract/events.ts'
import type { Kept } from './outbox.ts'

/** An event as brokers and webhooks are told it. */
export function messageOf({ number, actorId, event: { id, key, at, ...details } }: Kept): AssetMessage {
  const version = Number(/^asset\.v(\d+)\./.exec(key)![1])
  return { id: String(number), key, version, at, assetId: id, ...(actorId && { actorId }), ...details }
}
