import { packAbility, unpackAbility } from '../../server/auth/abilities.ts'
import { createEventBus, type EventBus } from '../../server/events/event-bus.ts'
import { createEventStreams, type StreamRequest } from '../../server/events/event-streams.ts'
import type { AssetEvent, EventKey } from '../../src/api/contract/events.ts'
import { observeStatements } from './observe-statements.ts'
import { START_TIME, type TestServer } from './server.ts'

export const createTestEvent = (id: string): AssetEvent => ({
  key: 'asset.v1.updated',
  id,
  at: START_TIME.toISOString(),
})

/** Reads a stream until it contains a number of events, then cancels it. */
export async function readStream(response: Response, eventCount: number): Promise<string> {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.split('\n\n').filter((block) => /^(id|event):/m.test(block)).length < eventCount) {
    const { value, done } = await reader.read()
    if (done) break
    text += decoder.decode(value)
  }
  await reader.cancel()
  return text
}

export const parseEvents = (text: string): AssetEvent[] =>
  [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!))

export const parseKeysAndIds = (text: string): [EventKey, string][] => parseEvents(text).map(({ key, id }) => [key, id])

/** Caller with the rights of a guest. */
export const createGuestCaller = (id: string): StreamRequest['caller'] => ({
  id,
  anonymous: true,
  sessionId: 's',
  rightsExpireAt: START_TIME,
  ability: unpackAbility(packAbility({ id, role: 'anonymous', applicationIds: [] })),
})

/** Creates a request of a caller with the right to read all assets. */
export const createStreamRequest = (more: Partial<StreamRequest> = {}): StreamRequest => ({
  caller: { ...createGuestCaller('x'), anonymous: false, ability: unpackAbility([['read', 'Asset']]) },
  address: 'harbour',
  lifeMs: 60_000,
  after: undefined,
  ...more,
})

/** Creates a separate service for event streams, and counts its SQL statements. */
export function createSeparateStreams(
  { db, revocations }: TestServer['deps'],
  { events = createEventBus(), ...options }: Parameters<typeof createEventStreams>[1] & { events?: EventBus } = {},
) {
  let statements = 0
  const observedDb = observeStatements(db, () => (statements += 1))
  const streams = createEventStreams({ events, db: observedDb, revocations }, options)
  return { streams, events, statementCount: () => statements }
}
