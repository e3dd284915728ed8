import type { AssetEventMessage } from '../../src/api/contract/events.ts'
import type { StoredEvent } from './outbox.ts'

export function toAssetEventMessage({
  number,
  actorId,
  event: { id, key, at, ...details },
}: StoredEvent): AssetEventMessage {
  const version = Number(/^asset\.v(\d+)\./.exec(key)![1])
  return { id: String(number), key, version, at, assetId: id, ...(actorId && { actorId }), ...details }
}
