import { type Desk, NO_SITUATION, type Situation } from './desk.ts'
import type { Recording } from './recording.ts'

/** The channel between a page and the window that inspects it: of one origin, in one browser, through no network. */
const CHANNEL = 'atelier:inspector'
/** How often the window asks, in milliseconds. */
const PACE = 300

type Asked =
  | { want: 'news'; page: string | null; since: number; actor: string | null; step: number | null }
  | { want: 'send'; page: string; actor: string; event: { type: string } }
  | { want: 'pass'; page: string; actor: string; timer: string }
  | { want: 'pause'; page: string; isPaused: boolean }
  | { want: 'show'; page: string; step: number | null }
  | { want: 'suspend'; page: string; isSuspended: boolean }
  | { want: 'goOn'; page: string; actor: string; step: number }
  | { want: 'clear'; page: string }

interface News {
  page: string
  /** With the steps after the one that was asked from. */
  recording: Recording
  isPaused: boolean
  moment: number | null
  waiting: number | null
  situation: Situation
}

/** Answers a window that inspects this page; gives back how to stop. */
export function serveWindow(desk: Desk, page: string): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Asked>) => {
    if (data.page !== null && data.page !== page) return
    if (data.want === 'send') desk.send(data.actor, data.event)
    else if (data.want === 'pass') desk.pass(data.actor, data.timer)
    else if (data.want === 'pause') desk.pause(data.isPaused)
    else if (data.want === 'show') desk.show(data.step)
    else if (data.want === 'suspend') desk.suspend(data.isSuspended)
    else if (data.want === 'goOn') desk.goOn(data.actor, data.step)
    else if (data.want === 'clear') desk.clear()
    else if (data.want === 'news') {
      const recording = desk.recording()
      const news: News = {
        page,
        recording: { ...recording, steps: recording.steps.filter(({ n }) => n > data.since) },
        isPaused: desk.isPaused(),
        moment: desk.moment(),
        waiting: desk.waiting(),
        situation: data.actor === null ? NO_SITUATION : desk.situation(data.actor, data.step),
      }
      channel.postMessage(news)
    }
  }
  return () => channel.close()
}

/** The desk of a page in another window of the browser. */
export interface OtherDesk extends Desk {
  /** Whether a page has answered. */
  isThere: () => boolean
  close: () => void
}

/** Asks the first inspected page that answers for what it saw, again and again. */
export function createOtherDesk(): OtherDesk {
  const channel = new BroadcastChannel(CHANNEL)
  const hearers = new Set<() => void>()
  let page: string | null = null
  let isPaused = false
  let moment: number | null = null
  let waiting: number | null = null
  let situation = NO_SITUATION
  let wanted: { actor: string | null; step: number | null } = { actor: null, step: null }
  let recording: Recording = {
    format: 'atelier-recording',
    version: 1,
    app: { version: '', startedAt: '', page: '' },
    machines: {},
    actors: [],
    steps: [],
    masked: 0,
  }
  let seen = ''
  const tell = (asked: Asked) => channel.postMessage(asked)
  const ask = () => tell({ want: 'news', page, since: recording.steps.at(-1)?.n ?? 0, ...wanted })
  channel.onmessage = ({ data }: MessageEvent<News | Asked>) => {
    if ('want' in data || (page !== null && data.page !== page)) return
    page = data.page
    const last = recording.steps.at(-1)?.n ?? 0
    const steps = [...recording.steps, ...data.recording.steps.filter(({ n }) => n > last)].slice(-2000)
    // Hearers are told where something is another: not of each answer.
    const { recording: told, ...rest } = data
    const now = JSON.stringify([steps.at(-1)?.n, told.actors, rest])
    if (now === seen) return
    seen = now
    recording = { ...told, steps }
    isPaused = data.isPaused
    moment = data.moment
    waiting = data.waiting
    situation = data.situation
    for (const hear of hearers) hear()
  }
  const pace = setInterval(ask, PACE)
  ask()
  const toPage = (make: (page: string) => Asked) => {
    if (page !== null) tell(make(page))
  }
  return {
    subscribe(hear) {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
    recording: () => recording,
    isPaused: () => isPaused,
    isThere: () => page !== null,
    situation(actor, step) {
      const isSame = wanted.actor === actor && wanted.step === step
      wanted = { actor, step }
      return isSame ? situation : NO_SITUATION
    },
    send: (actor, event) => toPage((page) => ({ want: 'send', page, actor, event })),
    pass: (actor, timer) => toPage((page) => ({ want: 'pass', page, actor, timer })),
    pause: (isPaused) => toPage((page) => ({ want: 'pause', page, isPaused })),
    moment: () => moment,
    show: (step) => toPage((page) => ({ want: 'show', page, step })),
    waiting: () => waiting,
    suspend: (isSuspended) => toPage((page) => ({ want: 'suspend', page, isSuspended })),
    goOn: (actor, step) => toPage((page) => ({ want: 'goOn', page, actor, step })),
    clear() {
      recording = { ...recording, steps: [] }
      toPage((page) => ({ want: 'clear', page }))
    },
    close() {
      clearInterval(pace)
      channel.close()
    },
  }
}
