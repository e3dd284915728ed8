import { GAZE_KIND, isCameraMove, isFiniteNumber } from './option-kinds.ts'

/** Version of the messages between a page and a framed viewer. The viewer replies to other versions with a fault. */
export const FRAME_VERSION = 1

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

/** Call id, chosen by the page to match replies to calls: a finite number, or up to {@link MAX_ID_LENGTH} characters. */
export type FrameId = number | string

/** Maximum length of an id in characters. Enough for a UUID, but limits the size of a reply. */
const MAX_ID_LENGTH = 200

/** Message from page to frame: one call. The frame responds with a {@link FrameReply} whose `reply` is the `id`. */
export interface FrameRequest {
  atelierViewer: number
  id: FrameId
  call: FrameCall
  /**
   * Argument of the call:
   * - `set`: options by property
   * - `capture`: type, quality, width, height
   * - `turnTo`, `zoomTo`: a number
   * - `lookAt`: same as `gaze`, or undefined
   * - `moveTo`, `jumpTo`: yaw, elevation, zoom, target, framing
   */
  with?: unknown
}

/** Message from frame to page: the result of a call, or the reason for its failure. */
export type FrameReply =
  | { atelierViewer: number; reply: FrameId; value: unknown }
  | { atelierViewer: number; reply: FrameId; fault: string }

/** Events that a framed viewer sends without a call. */
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

export interface FrameNotification {
  atelierViewer: number
  event: FrameEvent
  detail?: unknown
}

/** Reads a message from a page. Returns the call, a fault to reply with, or null for another protocol. Never throws. */
export function parseFrameRequest(data: unknown): FrameRequest | FrameReply | null {
  if (typeof data !== 'object' || data === null) return null
  const { atelierViewer, id, call, with: argument } = data as Partial<FrameRequest>
  if (atelierViewer === undefined || !isId(id)) return null
  const faultReply = (message: string): FrameReply => ({ atelierViewer: FRAME_VERSION, reply: id, fault: message })
  if (atelierViewer !== FRAME_VERSION) return faultReply(`This viewer speaks version ${FRAME_VERSION}`)
  if (!FRAME_CALLS.some((name) => name === call)) return faultReply(`There is no call ${String(call)}`)
  if ((call === 'turnTo' || call === 'zoomTo') && !isFiniteNumber(argument)) return faultReply(`${call} needs a number`)
  if (call === 'lookAt' && argument !== undefined && !GAZE_KIND.accepts(argument))
    return faultReply(`${call} needs ${GAZE_KIND.expected}`)
  if ((call === 'moveTo' || call === 'jumpTo') && !isCameraMove(argument)) return faultReply(`${call} needs a view`)
  return { atelierViewer, id, call: call as FrameCall, with: argument }
}

const isId = (id: unknown): id is FrameId =>
  isFiniteNumber(id) || (typeof id === 'string' && id.length <= MAX_ID_LENGTH)

/** Returns `text` if it is an origin, otherwise null. A framed viewer exchanges messages only with the origin in its URL. */
export function parseOrigin(text: string | null): string | null {
  if (text === null) return null
  try {
    const { origin } = new URL(text)
    return origin === text && origin !== 'null' ? origin : null
  } catch {
    return null
  }
}
