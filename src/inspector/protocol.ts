import type { LinkAddress } from './link-address.ts'
import { withoutMail } from './mask.ts'
import type { Recorder } from './record.ts'
import { contextAt, type Recording, type SeenActor, type Step } from './recording.ts'

/** The version of `@statelyai/inspect` whose messages these are. */
const VERSION = '0.7.2'
/** So many bytes may wait to be sent; what comes then waits for the next change. */
const MOST_WAITING = 4_000_000
/** `asking`: the person has not agreed; nothing leaves the page before they do. `lost`: nobody answered, or went. */
export type LinkState = 'asking' | 'connecting' | 'sending' | 'lost' | 'off'

/** Tells a tool of Stately's what is recorded. */
export interface Link extends LinkAddress {
  state: () => LinkState
  subscribe: (hear: () => void) => () => void
  /** Sends what is recorded, and what will be, in one connection. Does nothing for an address that is not this machine's. */
  start: () => void
  stop: () => void
}

/** Makes a link that waits for the person. What comes from there is not heard. */
export function createLink(to: LinkAddress, recorder: Recorder): Link {
  const hearers = new Set<() => void>()
  let state: LinkState = 'asking'
  let end = () => {}
  const change = (next: LinkState) => {
    state = next
    for (const hear of hearers) hear()
  }
  const lose = (next: LinkState) => {
    end()
    end = () => {}
    change(next)
  }
  return {
    ...to,
    state: () => state,
    subscribe(hear) {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
    start() {
      if (!to.isOwn || state === 'connecting' || state === 'sending') return
      let socket: WebSocket
      try {
        socket = new WebSocket(to.address)
      } catch {
        return change('lost')
      }
      const messages = createMessages(recorder)
      const send = () => {
        if (socket.readyState !== WebSocket.OPEN || socket.bufferedAmount > MOST_WAITING) return
        for (const message of messages()) socket.send(withoutMail(JSON.stringify(message)))
      }
      const stopHearing = recorder.subscribe(send)
      end = () => {
        stopHearing()
        socket.onopen = socket.onclose = socket.onerror = null
        socket.close()
      }
      socket.onopen = () => {
        change('sending')
        send()
      }
      // What the policy of the page forbids is told as an error, and closes nothing.
      socket.onclose = socket.onerror = () => lose('lost')
      change('connecting')
    },
    stop: () => lose('off'),
  }
}

/** Gives what is new since it was asked last, as the messages of Stately's inspector, from the masked recording. */
function createMessages(recorder: Recorder): () => object[] {
  const told = new Map<string, string>()
  let last = 0
  return () => {
    const recording = recorder.read()
    const messages: object[] = []
    for (const actor of recording.actors) {
      const before = told.get(actor.id)
      told.set(actor.id, actor.status)
      if (before === undefined) messages.push(actorMessage(recorder, recording, actor))
      // Of what is no machine nothing but its end is known.
      else if (before !== actor.status && actor.machine === undefined)
        messages.push({ ...head(recording, actor.id, actor.endedAt), ...snapshotOf(actor.status) })
    }
    for (const step of recording.steps) if (step.n > last) messages.push(...stepMessages(recording, step))
    last = recording.steps.at(-1)?.n ?? last
    return messages
  }
}

const rootOf = ({ actors }: Recording, id: string): string => {
  const parent = actors.find((actor) => actor.id === id)?.parent
  return parent === undefined ? id : rootOf({ actors } as Recording, parent)
}

const head = (recording: Recording, sessionId: string, at = Date.now()) => ({
  sessionId,
  rootId: rootOf(recording, sessionId),
  createdAt: String(at),
  id: null,
  _version: VERSION,
})

const snapshotOf = (status: string, facts: object = {}, event: unknown = { type: '' }) => ({
  type: '@xstate.snapshot',
  event,
  snapshot: { status, ...facts },
})

function actorMessage(recorder: Recorder, recording: Recording, { id, name, parent, status, startedAt }: SeenActor) {
  const { config } = (recorder.actor(id)?.logic ?? {}) as { config?: unknown }
  const first = recording.steps.find(({ actor }) => actor === id)
  return {
    ...head(recording, id, startedAt),
    type: '@xstate.actor',
    name,
    parentId: parent,
    definition: JSON.stringify(typeof config === 'object' && config !== null ? config : { id: name }, written),
    snapshot: first
      ? { status: first.status, value: first.value, context: contextAt(recording.steps, id, first.n) }
      : { status },
  }
}

/** What a definition holds beside its words is told by its name. What a machine begins with is in its first snapshot, masked. */
const written = (key: string, value: unknown): unknown => {
  if (key === 'context' || key === 'input') return undefined
  return typeof value === 'function' ? { type: value.name } : value
}

const stepMessages = (recording: Recording, { actor, at, from, event, value, status, n }: Step): object[] => [
  { ...head(recording, actor, at), type: '@xstate.event', event, sourceId: from },
  {
    ...head(recording, actor, at),
    ...snapshotOf(status, { value, context: contextAt(recording.steps, actor, n) }, event),
  },
]
