import type { Gaze } from '../../../machines/viewer/gaze.ts'
import type { Progress } from '../../../machines/viewer/model-source.ts'
import type { ViewerFailure } from '../viewer-error.ts'
import type { ModelInfo, ViewerInfo } from '../viewer-info.ts'
import type { CameraMove, CameraView, CaptureOptions } from '../viewer-settings.ts'
import {
  FRAME_VERSION,
  type FrameCall,
  type FrameId,
  type FrameNotification,
  type FrameReply,
} from './frame-protocol.ts'
import { type ViewerOptions, writeOptions } from './options.ts'

/** Parameters of a frame's URL besides the viewer's options. */
export interface FrameOptions {
  /** Origin of the parent page. The frame exchanges messages with this origin only. */
  origin?: string
  theme?: 'light' | 'dark'
  lang?: string
}

/** Returns the URL of a framed viewer; `page` is the URL where Atelier serves `/embed`. */
export function frameAddress(page: string, options: Partial<ViewerOptions>, frame: FrameOptions = {}): string {
  const parameters = new URLSearchParams([...writeOptions(options), ...Object.entries(frame)])
  return `${page}?${parameters}`
}

export interface ViewerFrameEventMap {
  ready: CustomEvent<{ version: number }>
  loading: CustomEvent<undefined>
  progress: CustomEvent<Progress>
  loaded: CustomEvent<ModelInfo>
  'spawn-finished': CustomEvent<undefined>
  'clip-time': CustomEvent<number>
  camera: CustomEvent<CameraView>
  hotspot: CustomEvent<string>
  error: CustomEvent<{ reason: ViewerFailure; message: string }>
}

/** Delay before the frame is called without waiting for its `load` event, in milliseconds. */
const GREETING_TIMEOUT_MS = 500

/**
 * Client for a viewer in an iframe of another origin. Dispatches `ready`, `loading`, `progress`, `loaded`, `spawn-finished`,
 * `clip-time`, `camera`, `hotspot` and `error` as `CustomEvent`s. Calls made before the frame is ready are queued.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the interface below only adds exact event types
export class ViewerFrame extends EventTarget {
  readonly #frame: HTMLIFrameElement
  readonly #origin: string
  readonly #pendingCalls = new Map<FrameId, { resolve: (value: unknown) => void; reject: (fault: Error) => void }>()
  readonly #disconnecting = new AbortController()
  #lastId = 0
  readonly #ready: Promise<void>
  #setReady: () => void = () => {}
  #setUnavailable: (fault: Error) => void = () => {}

  /** Expects a `frame` with a URL from {@link frameAddress}, made with this page's origin. */
  constructor(frame: HTMLIFrameElement) {
    super()
    this.#frame = frame
    this.#origin = new URL(frame.src, frame.baseURI).origin
    this.#ready = new Promise((resolve, reject) => {
      this.#setReady = resolve
      this.#setUnavailable = reject
    })
    // Avoids an unhandled rejection. Each call rejects with the same reason.
    this.#ready.catch(() => {})
    const { signal } = this.#disconnecting
    const greet = () => this.#send('hello').then(this.#setReady, this.#setUnavailable)
    const greetTimer = setTimeout(greet, GREETING_TIMEOUT_MS)
    signal.addEventListener('abort', () => clearTimeout(greetTimer))
    frame.addEventListener('load', greet, { signal })
    addEventListener('message', (event) => this.#onMessage(event), { signal })
  }

  /** Sets options by property; `undefined` resets an option to its default. Rejects with a description of any invalid option. */
  set(options: Partial<ViewerOptions>): Promise<null> {
    return this.#callWhenReady('set', options)
  }

  capture(options?: CaptureOptions): Promise<Blob> {
    return this.#callWhenReady('capture', options)
  }

  /** Turns the model to a yaw in radians; 0 faces forward. */
  turnTo(yaw: number): Promise<null> {
    return this.#callWhenReady('turnTo', yaw)
  }

  zoomTo(factor: number): Promise<null> {
    return this.#callWhenReady('zoomTo', factor)
  }

  faceForward(): Promise<null> {
    return this.#callWhenReady('faceForward')
  }

  /** Makes the model look at a point. Null looks straight ahead; no argument returns control to the option `gaze`. */
  lookAt(gaze?: Gaze | null): Promise<null> {
    return this.#callWhenReady('lookAt', gaze)
  }

  /** Moves the camera: eased, or immediately under reduced motion. */
  moveTo(move: CameraMove): Promise<null> {
    return this.#callWhenReady('moveTo', move)
  }

  jumpTo(move: CameraMove): Promise<null> {
    return this.#callWhenReady('jumpTo', move)
  }

  retry(): Promise<null> {
    return this.#callWhenReady('retry')
  }

  info(): Promise<ViewerInfo> {
    return this.#callWhenReady('info')
  }

  /** Stops listening. Rejects all pending and later calls. */
  disconnect(): void {
    const fault = new Error('Disconnected')
    this.#disconnecting.abort(fault)
    this.#setUnavailable(fault)
    for (const { reject } of this.#pendingCalls.values()) reject(fault)
    this.#pendingCalls.clear()
  }

  async #callWhenReady<Value>(call: FrameCall, argument?: unknown): Promise<Value> {
    await this.#ready
    this.#disconnecting.signal.throwIfAborted()
    return (await this.#send(call, argument)) as Value
  }

  #send(call: FrameCall, argument?: unknown): Promise<unknown> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#pendingCalls.set(id, { resolve, reject })
      this.#frame.contentWindow?.postMessage({ atelierViewer: FRAME_VERSION, id, call, with: argument }, this.#origin)
    })
  }

  #onMessage({ source, origin, data }: MessageEvent<Partial<FrameNotification & { reply: FrameId }> | null>): void {
    if (source !== this.#frame.contentWindow || origin !== this.#origin) return
    if (typeof data !== 'object' || data?.atelierViewer !== FRAME_VERSION) return
    if (data.event) {
      if (data.event === 'ready') this.#setReady()
      this.dispatchEvent(new CustomEvent(data.event, { detail: data.detail }))
    } else this.#settle(data as FrameReply)
  }

  #settle(reply: FrameReply): void {
    const pendingCall = this.#pendingCalls.get(reply.reply)
    this.#pendingCalls.delete(reply.reply)
    if ('fault' in reply) pendingCall?.reject(new Error(reply.fault))
    else pendingCall?.resolve(reply.value)
  }
}

export interface ViewerFrame {
  addEventListener<Type extends keyof ViewerFrameEventMap>(
    type: Type,
    listener: (this: ViewerFrame, event: ViewerFrameEventMap[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void
}
