import type { Gaze } from '../../../machines/rules/gaze.ts'
import type { Progress } from '../../../machines/rules/model-source.ts'
import type { ViewerFailure } from '../viewer-error.ts'
import type { ModelInfo, ViewerInfo } from '../viewer-info.ts'
import type { CameraMove, CameraView, CaptureOptions } from '../viewer-settings.ts'
import { FRAME_VERSION, type FrameCall, type FrameId, type FrameNews, type FrameReply } from './frame-protocol.ts'
import { type ViewerOptions, writeOptions } from './options.ts'

/** What a frame's address says beside the viewer's options. */
export interface FrameOptions {
  /** The origin of the page around it, the only one it talks with. */
  origin?: string
  theme?: 'light' | 'dark'
  lang?: string
}

/** The address of a framed viewer: `page` is where Atelier serves `/embed`. */
export function frameAddress(page: string, options: Partial<ViewerOptions>, frame: FrameOptions = {}): string {
  const parameters = new URLSearchParams([...writeOptions(options), ...Object.entries(frame)])
  return `${page}?${parameters}`
}

/** What a {@link ViewerFrame} dispatches, by type. */
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

/** How long to wait for the frame's own greeting before asking, in milliseconds. */
const PATIENCE = 500

/**
 * A viewer in a frame of another origin. Dispatches `ready`, `loading`, `progress`, `loaded`, `spawn-finished`,
 * `clip-time`, `camera`, `hotspot` and `error` as `CustomEvent`s. Calls made before the frame is ready wait for it.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: only its events are told more exactly, below
export class ViewerFrame extends EventTarget {
  readonly #frame: HTMLIFrameElement
  readonly #origin: string
  readonly #waiting = new Map<FrameId, { resolve: (value: unknown) => void; reject: (fault: Error) => void }>()
  readonly #leaving = new AbortController()
  #asked = 0
  #ready: Promise<void>
  #setReady: () => void = () => {}

  /** `frame` shows an address made by {@link frameAddress} with this page's origin. */
  constructor(frame: HTMLIFrameElement) {
    super()
    this.#frame = frame
    this.#origin = new URL(frame.src, frame.baseURI).origin
    this.#ready = new Promise((resolve) => {
      this.#setReady = resolve
    })
    const { signal } = this.#leaving
    const greet = () => this.#send('hello').then(this.#setReady, () => {})
    const late = setTimeout(greet, PATIENCE)
    signal.addEventListener('abort', () => clearTimeout(late))
    frame.addEventListener('load', greet, { signal })
    addEventListener('message', (event) => this.#hear(event), { signal })
  }

  /** Sets options by property; `undefined` is as usual again. Rejects with a sentence when one makes no sense. */
  set(options: Partial<ViewerOptions>): Promise<null> {
    return this.#ask('set', options)
  }

  capture(options?: CaptureOptions): Promise<Blob> {
    return this.#ask('capture', options)
  }

  /** Turns to a yaw in radians; 0 faces forward. */
  turnTo(yaw: number): Promise<null> {
    return this.#ask('turnTo', yaw)
  }

  zoomTo(factor: number): Promise<null> {
    return this.#ask('zoomTo', factor)
  }

  faceForward(): Promise<null> {
    return this.#ask('faceForward')
  }

  /** Has the model look there; null: straight on; nothing: as the option `gaze` says. */
  lookAt(gaze?: Gaze | null): Promise<null> {
    return this.#ask('lookAt', gaze)
  }

  /** Sends the camera somewhere: eased, or at once under reduced motion. */
  moveTo(move: CameraMove): Promise<null> {
    return this.#ask('moveTo', move)
  }

  /** Sends the camera somewhere at once. */
  jumpTo(move: CameraMove): Promise<null> {
    return this.#ask('jumpTo', move)
  }

  retry(): Promise<null> {
    return this.#ask('retry')
  }

  info(): Promise<ViewerInfo> {
    return this.#ask('info')
  }

  /** Stops listening; what was asked and not answered is rejected. */
  disconnect(): void {
    this.#leaving.abort()
    for (const { reject } of this.#waiting.values()) reject(new Error('Disconnected'))
    this.#waiting.clear()
  }

  async #ask<Value>(call: FrameCall, told?: unknown): Promise<Value> {
    await this.#ready
    return (await this.#send(call, told)) as Value
  }

  #send(call: FrameCall, told?: unknown): Promise<unknown> {
    const id = ++this.#asked
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#frame.contentWindow?.postMessage({ atelierViewer: FRAME_VERSION, id, call, with: told }, this.#origin)
    })
  }

  #hear({ source, origin, data }: MessageEvent<Partial<FrameNews & { reply: FrameId }> | null>): void {
    if (source !== this.#frame.contentWindow || origin !== this.#origin) return
    if (typeof data !== 'object' || data?.atelierViewer !== FRAME_VERSION) return
    if (data.event) {
      if (data.event === 'ready') this.#setReady()
      this.dispatchEvent(new CustomEvent(data.event, { detail: data.detail }))
    } else this.#settle(data as FrameReply)
  }

  #settle(reply: FrameReply): void {
    const waiting = this.#waiting.get(reply.reply)
    this.#waiting.delete(reply.reply)
    if ('fault' in reply) waiting?.reject(new Error(reply.fault))
    else waiting?.resolve(reply.value)
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
