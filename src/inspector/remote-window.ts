import { type ActorStatus, EMPTY_ACTOR_STATUS, type InspectorController } from './inspector-controller.ts'
import type { Recording } from './recording.ts'

/** Broadcast channel between a page and its inspector window, limited to one origin and one browser. */
const CHANNEL = 'atelier:inspector'
const POLL_INTERVAL_MS = 300

type WindowRequest =
  | { want: 'news'; page: string | null; since: number; actor: string | null; step: number | null }
  | { want: 'send'; page: string; actor: string; event: { type: string } }
  | { want: 'pass'; page: string; actor: string; timer: string }
  | { want: 'pause'; page: string; isPaused: boolean }
  | { want: 'show'; page: string; step: number | null }
  | { want: 'suspend'; page: string; isSuspended: boolean }
  | { want: 'goOn'; page: string; actor: string; step: number }
  | { want: 'clear'; page: string }

interface WindowUpdate {
  page: string
  /** Contains only the steps after step `since` of the request. */
  recording: Recording
  isPaused: boolean
  moment: number | null
  waiting: number | null
  situation: ActorStatus
}

/** Responds to a window that inspects this page; returns the stop function. */
export function serveRemoteInspector(controller: InspectorController, page: string): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<WindowRequest>) => {
    if (data.page !== null && data.page !== page) return
    if (data.want === 'send') controller.send(data.actor, data.event)
    else if (data.want === 'pass') controller.fireTimer(data.actor, data.timer)
    else if (data.want === 'pause') controller.pause(data.isPaused)
    else if (data.want === 'show') controller.showStep(data.step)
    else if (data.want === 'suspend') controller.suspend(data.isSuspended)
    else if (data.want === 'goOn') controller.resumeActor(data.actor, data.step)
    else if (data.want === 'clear') controller.clear()
    else if (data.want === 'news') {
      const recording = controller.recording()
      const update: WindowUpdate = {
        page,
        recording: { ...recording, steps: recording.steps.filter(({ n }) => n > data.since) },
        isPaused: controller.isPaused(),
        moment: controller.shownStep(),
        waiting: controller.waiting(),
        situation: data.actor === null ? EMPTY_ACTOR_STATUS : controller.actorStatus(data.actor, data.step),
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
  let waiting: number | null = null
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
  const poll = () => post({ want: 'news', page, since: recording.steps.at(-1)?.n ?? 0, ...requested })
  channel.onmessage = ({ data }: MessageEvent<WindowUpdate | WindowRequest>) => {
    if ('want' in data || (page !== null && data.page !== page)) return
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
    shownStep = data.moment
    waiting = data.waiting
    actorStatus = data.situation
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
    send: (actor, event) => postToPage((page) => ({ want: 'send', page, actor, event })),
    fireTimer: (actor, timer) => postToPage((page) => ({ want: 'pass', page, actor, timer })),
    pause: (isPaused) => postToPage((page) => ({ want: 'pause', page, isPaused })),
    shownStep: () => shownStep,
    showStep: (step) => postToPage((page) => ({ want: 'show', page, step })),
    waiting: () => waiting,
    suspend: (isSuspended) => postToPage((page) => ({ want: 'suspend', page, isSuspended })),
    resumeActor: (actor, step) => postToPage((page) => ({ want: 'goOn', page, actor, step })),
    clear() {
      recording = { ...recording, steps: [] }
      postToPage((page) => ({ want: 'clear', page }))
    },
    close() {
      clearInterval(pollTimer)
      channel.close()
    },
  }
}
