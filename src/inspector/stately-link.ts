import { maskEmails } from './mask.ts'
import type { Recorder } from './recorder.ts'
import { contextAt, type RecordedActor, type Recording, type Step } from './recording.ts'
import type { StatelyAddress } from './stately-address.ts'

/** Version of `@statelyai/inspect` whose message format is used. */
const VERSION = '0.7.2'
/** Maximum bytes in the socket's send buffer; further messages wait for the next change. */
const MAX_BUFFERED_BYTES = 4_000_000
/** State of a link. `asking`: nothing is sent before the user agrees. `lost`: the tool did not respond or disconnected. */
export type StatelyLinkState = 'asking' | 'connecting' | 'sending' | 'lost' | 'off'

/** Connection that sends the recording to a Stately tool. */
export interface StatelyLink extends StatelyAddress {
  state: () => StatelyLinkState
  subscribe: (listener: () => void) => () => void
  /** Sends the recording and later changes over one connection. Does nothing for an address on another machine. */
  start: () => void
  stop: () => void
}

/** Creates a link that waits for the user's consent. Incoming messages are ignored. */
export function createStatelyLink(to: StatelyAddress, recorder: Recorder): StatelyLink {
  const listeners = new Set<() => void>()
  let state: StatelyLinkState = 'asking'
  let closeConnection = () => {}
  const setState = (next: StatelyLinkState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const disconnect = (next: StatelyLinkState) => {
    closeConnection()
    closeConnection = () => {}
    setState(next)
  }
  return {
    ...to,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start() {
      if (!to.isLoopback || state === 'connecting' || state === 'sending') return
      let socket: WebSocket
      try {
        socket = new WebSocket(to.address)
      } catch {
        return setState('lost')
      }
      const messages = createMessages(recorder)
      const send = () => {
        if (socket.readyState !== WebSocket.OPEN || socket.bufferedAmount > MAX_BUFFERED_BYTES) return
        for (const message of messages()) socket.send(maskEmails(JSON.stringify(message)))
      }
      const unsubscribe = recorder.subscribe(send)
      closeConnection = () => {
        unsubscribe()
        socket.onopen = socket.onclose = socket.onerror = null
        socket.close()
      }
      socket.onopen = () => {
        setState('sending')
        send()
      }
      // A connection blocked by the page's content security policy fires `error` but not `close`.
      socket.onclose = socket.onerror = () => disconnect('lost')
      setState('connecting')
    },
    stop: () => disconnect('off'),
  }
}

/**
 * Returns a function that returns the changes of the masked recording since its last call, as messages of Stately's inspector.
 */
function createMessages(recorder: Recorder): () => object[] {
  const sentStatuses = new Map<string, string>()
  let lastStep = 0
  return () => {
    const recording = recorder.read()
    const messages: object[] = []
    for (const actor of recording.actors) {
      const previousStatus = sentStatuses.get(actor.id)
      sentStatuses.set(actor.id, actor.status)
      if (previousStatus === undefined) messages.push(actorMessage(recorder, recording, actor))
      // For actors that are not machines, only their end is known.
      else if (previousStatus !== actor.status && actor.machine === undefined)
        messages.push({ ...messageHead(recording, actor.id, actor.endedAt), ...snapshotOf(actor.status) })
    }
    for (const step of recording.steps) if (step.n > lastStep) messages.push(...stepMessages(recording, step))
    lastStep = recording.steps.at(-1)?.n ?? lastStep
    return messages
  }
}

const rootOf = ({ actors }: Recording, id: string): string => {
  const parent = actors.find((actor) => actor.id === id)?.parent
  return parent === undefined ? id : rootOf({ actors } as Recording, parent)
}

const messageHead = (recording: Recording, sessionId: string, time = Date.now()) => ({
  sessionId,
  rootId: rootOf(recording, sessionId),
  createdAt: String(time),
  id: null,
  _version: VERSION,
})

const snapshotOf = (status: string, details: object = {}, event: unknown = { type: '' }) => ({
  type: '@xstate.snapshot',
  event,
  snapshot: { status, ...details },
})

function actorMessage(
  recorder: Recorder,
  recording: Recording,
  { id, name, parent, status, startedAt }: RecordedActor,
) {
  const { config } = (recorder.actor(id)?.logic ?? {}) as { config?: unknown }
  const firstStep = recording.steps.find(({ actor }) => actor === id)
  return {
    ...messageHead(recording, id, startedAt),
    type: '@xstate.actor',
    name,
    parentId: parent,
    definition: JSON.stringify(
      typeof config === 'object' && config !== null ? config : { id: name },
      serializeDefinition,
    ),
    snapshot: firstStep
      ? { status: firstStep.status, value: firstStep.value, context: contextAt(recording.steps, id, firstStep.n) }
      : { status },
  }
}

/**
 * Serialises functions in a definition by their name. Omits the initial context, because the first snapshot contains the masked
 * context.
 */
const serializeDefinition = (key: string, value: unknown): unknown => {
  if (key === 'context' || key === 'input') return undefined
  return typeof value === 'function' ? { type: value.name } : value
}

const stepMessages = (recording: Recording, { actor, at, from, event, value, status, n }: Step): object[] => [
  { ...messageHead(recording, actor, at), type: '@xstate.event', event, sourceId: from },
  {
    ...messageHead(recording, actor, at),
    ...snapshotOf(status, { value, context: contextAt(recording.steps, actor, n) }, event),
  },
]
