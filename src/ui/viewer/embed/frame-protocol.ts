import { GAZE, isMove, isPlainNumber } from './kinds.ts'

/** The version of the messages between a page and a framed viewer; another number is answered with a fault. */
export const FRAME_VERSION = 1

/** What a page may ask of a framed viewer. */
export const FRAME_CALLS = [
  'hello',
  'set',
  'capture',
  'turnTo',
  'zoomTo',
  'faceForward',
  'lookAt',
  'moveTo',
  'jumpTo',
  'retry',
  'info',
] as const
export type FrameCall = (typeof FRAME_CALLS)[number]

/** What a page calls its call by, to know the answer: a finite number, or a text of at most {@link MOST_ID} characters. */
export type FrameId = number | string

/** How long an id may be, in characters: a UUID and more, but nothing to fill the answer with. */
const MOST_ID = 200

/** Page to frame: one call, answered by a {@link FrameReply} with the same `id`. */
export interface FrameAsk {
  atelierViewer: number
  id: FrameId
  call: FrameCall
  /** `set`: options by property. `capture`: type, quality, width, height. `turnTo`, `zoomTo`: a number. `lookAt`: as `gaze`, or nothing. `moveTo`, `jumpTo`: yaw, elevation, zoom, target, framing. */
  with?: unknown
}

/** Frame to page: the answer to a call, or why there is none. */
export type FrameReply =
  | { atelierViewer: number; reply: FrameId; value: unknown }
  | { atelierViewer: number; reply: FrameId; fault: string }

/** What a framed viewer tells on its own. */
export const FRAME_EVENTS = [
  'ready',
  'loading',
  'progress',
  'loaded',
  'spawn-finished',
  'clip-time',
  'camera',
  'hotspot',
  'error',
] as const
export type FrameEvent = (typeof FRAME_EVENTS)[number]

/** Frame to page: something happened. */
export interface FrameNews {
  atelierViewer: number
  event: FrameEvent
  detail?: unknown
}

/** Reads a page's message: a call, a fault to answer with, or null for what is no message of ours. Never throws. */
export function readAsk(data: unknown): FrameAsk | FrameReply | null {
  if (typeof data !== 'object' || data === null) return null
  const { atelierViewer, id, call, with: told } = data as Partial<FrameAsk>
  if (atelierViewer === undefined || !isId(id)) return null
  const fault = (sentence: string): FrameReply => ({ atelierViewer: FRAME_VERSION, reply: id, fault: sentence })
  if (atelierViewer !== FRAME_VERSION) return fault(`This viewer speaks version ${FRAME_VERSION}`)
  if (!FRAME_CALLS.some((known) => known === call)) return fault(`There is no call ${String(call)}`)
  if ((call === 'turnTo' || call === 'zoomTo') && !isPlainNumber(told)) return fault(`${call} needs a number`)
  if (call === 'lookAt' && told !== undefined && !GAZE.accepts(told)) return fault(`${call} needs ${GAZE.wants}`)
  if ((call === 'moveTo' || call === 'jumpTo') && !isMove(told)) return fault(`${call} needs a view`)
  return { atelierViewer, id, call: call as FrameCall, with: told }
}

const isId = (id: unknown): id is FrameId => isPlainNumber(id) || (typeof id === 'string' && id.length <= MOST_ID)

/** The one origin a framed viewer talks with: as its address says, or none. */
export function originOf(text: string | null): string | null {
  if (text === null) return null
  try {
    const { origin } = new URL(text)
    return origin === text && origin !== 'null' ? origin : null
  } catch {
    return null
  }
}
