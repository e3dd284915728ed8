import { type ActorStatus, EMPTY_ACTOR_STATUS, type InspectorController } from './inspector-controller.ts'
import type { Recording } from './recording.ts'

/** Broadcast channel between a page and its inspector window, limited to one origin and one browser. */
const CHANNEL = 'atelier:inspector'
const POLL_INTERVAL_MS = 300

type WindowRequest =
  | { type: 'poll'; page: string | null; since: number; actor: string | null; step: number | null }
  | { type: 'send'; page: string; actor: string; event: { type: string } }
  | { type: 'fireTimer'; page: string; actor: string; timer: string }
  | { type: 'pause'; page: string; isPaused: boolean }
  | { type: 'showStep'; page: string; step: number | null }
  | { type: 'suspend'; page: string; isSuspended: boolean }
  | { type: 'resumeActor'; page: string; actor: string; step: number }
  | { type: 'clear'; page: string }

interface WindowUpdate {
  page: string
  /** Contains only the steps after step `since` of the request. */
  recording: Recording
  isPaused: boolean
  shownStep: number | null
  queuedEvents: number | null
  actorStatus: ActorStatus
}

/** Responds to a window that inspects this page; returns the stop function. */
export function serveRemoteInspector(controller: InspectorController, page: string): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<WindowRequest>) => {
    if (data.page !== null && data.page !== page) return
    if (data.type === 'send') controller.send(data.actor, data.event)
    else if (data.type === 'fireTimer') controller.fireTimer(data.actor, data.timer)
    else if (data.type === 'pause') controller.pause(data.isPaused)
    else if (data.type === 'showStep') controller.showStep(data.step)
    else if (data.type === 'suspend') controller.suspend(data.isSuspended)
    else if (data.type === 'resumeActor') controller.resumeActor(data.actor, data.step)
    else if (data.type === 'clear') controller.clear()
    else if (data.type === 'poll') {
      const recording = controller.recording()
      const update: WindowUpdate = {
        page,
        recording: { ...recording, steps: recording.steps.filter(({ n }) => n > data.since) },
        isPaused: controller.isPaused(),
        shownStep: controller.shownStep(),
        queuedEvents: controller.queuedEvents(),
        actorStatus: data.actor === null ? EMPTY_ACTOR_STATUS : controller.actorStatus(data.actor, data.step),
      }
      channel.postMessage(update)
    }
  }
  return () => channel.close()
}

export interface RemoteController extends InspectorController {
  isConnected: () => boolean
  close: () => void
}

/**
 * Creates a controller for an inspected page in another window. Polls for the recording, and uses the first page that responds.
 */
export function createRemoteController(): RemoteController {
  const channel = new BroadcastChannel(CHANNEL)
  const listeners = new Set<() => void>()
  let page: string | null = null
  let isPaused = false
  let shownStep: number | null = null
  let queuedEvents: number | null = null
  let actorStatus = EMPTY_ACTOR_STATUS
  let requested: { actor: string | null; step: number | null } = { actor: null, step: null }
  let recording: Recording = {
    format: 'atelier-recording',
    version: 1,
    app: { version: '', startedAt: '', page: '' },
    machines: {},
    actors: [],
    steps: [],
    masked: 0,
  }
  let lastUpdate = ''
  const post = (request: WindowRequest) => channel.postMessage(request)
  const poll = () => post({ type: 'poll', page, since: recording.steps.at(-1)?.n ?? 0, ...requested })
  channel.onmessage = ({ data }: MessageEvent<WindowUpdate | WindowRequest>) => {
    if ('type' in data || (page !== null && data.page !== page)) return
    page = data.page
    const last = recording.steps.at(-1)?.n ?? 0
    const steps = [...recording.steps, ...data.recording.steps.filter(({ n }) => n > last)].slice(-2000)
    // Subscribers are notified only of changes, not of each response.
    const { recording: received, ...rest } = data
    const current = JSON.stringify([steps.at(-1)?.n, received.actors, rest])
    if (current === lastUpdate) return
    lastUpdate = current
    recording = { ...received, steps }
    isPaused = data.isPaused
    shownStep = data.shownStep
    queuedEvents = data.queuedEvents
    actorStatus = data.actorStatus
    for (const listener of listeners) listener()
  }
  const pollTimer = setInterval(poll, POLL_INTERVAL_MS)
  poll()
  const postToPage = (createRequest: (page: string) => WindowRequest) => {
    if (page !== null) post(createRequest(page))
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    recording: () => recording,
    isPaused: () => isPaused,
    isConnected: () => page !== null,
    actorStatus(actor, step) {
      const isSame = requested.actor === actor && requested.step === step
      requested = { actor, step }
      return isSame ? actorStatus : EMPTY_ACTOR_STATUS
    },
    send: (actor, event) => postToPage((page) => ({ type: 'send', page, actor, event })),
    fireTimer: (actor, timer) => postToPage((page) => ({ type: 'fireTimer', page, actor, timer })),
    pause: (isPaused) => postToPage((page) => ({ type: 'pause', page, isPaused })),
    shownStep: () => shownStep,
    showStep: (step) => postToPage((page) => ({ type: 'showStep', page, step })),
    queuedEvents: () => queuedEvents,
    suspend: (isSuspended) => postToPage((page) => ({ type: 'suspend', page, isSuspended })),
    resumeActor: (actor, step) => postToPage((page) => ({ type: 'resumeActor', page, actor, step })),
    clear() {
      recording = { ...recording, steps: [] }
      postToPage((page) => ({ type: 'clear', page }))
    },
    close() {
      clearInterval(pollTimer)
      channel.close()
    },
  }
}
