import { resizeFor } from '../capture.ts'
import type { PoseStore } from '../pose.ts'
import type { Stage } from '../stage.ts'
import type { FilmOptions, StripOptions, TurntableOptions } from '../studio.ts'
import { type FilmFrame, webmOf } from './webm.ts'

const SIDE = 512
const ROUND = 2 * Math.PI

/** A stage that is drawn in another size and turned; all as it was once `done` is over. */
async function turning<T>(
  stage: Stage,
  pose: PoseStore,
  { width = SIDE, height = SIDE }: TurntableOptions,
  done: (drawn: (share: number) => HTMLCanvasElement) => Promise<T> | T,
): Promise<T> {
  const before = { ...pose.now }
  const { gl } = stage.state()
  const drawn = (share: number) => {
    // Whatever happened since the last view may have given the canvas its own size again.
    resizeFor(stage, { width, height })
    pose.take({ yaw: share * ROUND, tilt: 0 })
    stage.draw()
    return gl.domElement
  }
  const restore = resizeFor(stage, { width, height })
  try {
    return await done(drawn)
  } finally {
    pose.take(before)
    restore?.()
    stage.draw()
  }
}

function sheet(width: number, height: number, background: string | undefined) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No picture can be drawn here')
  const clear = () => {
    pen.clearRect(0, 0, width, height)
    if (background === undefined) return
    pen.fillStyle = background
    pen.fillRect(0, 0, width, height)
  }
  clear()
  return { canvas, pen, clear }
}

/** Views all round the model, side by side in one picture. */
export function stripOf(stage: Stage, pose: PoseStore, options: StripOptions = {}): Promise<Blob> {
  const { views = 8, width = SIDE, height = SIDE, type = 'image/png', quality } = options
  const { canvas, pen } = sheet(views * width, height, options.background)
  return turning(stage, pose, options, (drawn) => {
    for (let view = 0; view < views; view += 1) pen.drawImage(drawn(view / views), view * width, 0, width, height)
    return new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob?.type === type ? resolve(blob) : reject(new Error(`No picture as ${type}`))),
        type,
        quality,
      ),
    )
  })
}

/**
 * A film of one whole turn: WebM where the browser encodes it picture by picture, else what it records while the model turns.
 * Rejects where it can do neither.
 */
export async function filmOf(stage: Stage, pose: PoseStore, options: FilmOptions = {}): Promise<Blob> {
  const { width = SIDE, height = SIDE, seconds = 4, rate = 30, background = '#fff', signal } = options
  const { canvas, pen, clear } = sheet(width, height, background)
  const count = Math.max(1, Math.round(seconds * rate))
  const codec = await codecFor(width, height)
  return turning(stage, pose, options, (drawn) => {
    const draw = (index: number) => {
      signal?.throwIfAborted()
      clear()
      pen.drawImage(drawn(index / count), 0, 0, width, height)
    }
    return codec ? encoded(canvas, codec, { count, rate, draw }) : recorded(canvas, { count, rate, draw })
  })
}

interface Reel {
  count: number
  rate: number
  /** Draws the picture of that number. */
  draw: (index: number) => void
}

const CODECS = [
  ['vp09.00.31.08', 'V_VP9'],
  ['vp8', 'V_VP8'],
] as const
type Codec = (typeof CODECS)[number]

/** Bits a second for each pixel, and how often a picture stands by itself. */
const BITS = 8
const KEY_EVERY = 60

const configured = (codec: string, width: number, height: number): VideoEncoderConfig => ({
  codec,
  width,
  height,
  bitrate: Math.max(500_000, width * height * BITS),
})

async function codecFor(width: number, height: number): Promise<Codec | null> {
  if (typeof VideoEncoder === 'undefined') return null
  for (const codec of CODECS) {
    const told = await VideoEncoder.isConfigSupported(configured(codec[0], width, height)).catch(() => null)
    if (told?.supported) return codec
  }
  return null
}

/** How many pictures may wait for the encoder. */
const WAITING = 4

async function encoded(canvas: HTMLCanvasElement, [codec, name]: Codec, { count, rate, draw }: Reel): Promise<Blob> {
  const { width, height } = canvas
  const frames: FilmFrame[] = []
  let fault: unknown = null
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength)
      chunk.copyTo(data)
      frames.push({ data, isKey: chunk.type === 'key', at: chunk.timestamp / 1000 })
    },
    error: (error) => {
      fault = error
    },
  })
  try {
    encoder.configure(configured(codec, width, height))
    for (let index = 0; index < count && !fault; index += 1) {
      draw(index)
      const frame = new VideoFrame(canvas, { timestamp: Math.round((index * 1e6) / rate) })
      encoder.encode(frame, { keyFrame: index % KEY_EVERY === 0 })
      frame.close()
      while (encoder.encodeQueueSize > WAITING && !fault)
        await new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true }))
    }
    await encoder.flush()
    if (fault) throw fault
  } finally {
    if (encoder.state !== 'closed') encoder.close()
  }
  const film = webmOf({ codec: name, width, height, duration: (count * 1000) / rate }, frames)
  return new Blob([film as Uint8Array<ArrayBuffer>], { type: 'video/webm' })
}

/** Films as it goes by, for browsers that encode nothing by themselves. */
async function recorded(canvas: HTMLCanvasElement, { count, rate, draw }: Reel): Promise<Blob> {
  if (typeof MediaRecorder === 'undefined') throw new Error('This browser makes no films')
  const stream = canvas.captureStream(rate)
  const type = ['video/mp4', 'video/webm'].find((one) => MediaRecorder.isTypeSupported(one)) ?? ''
  const recorder = new MediaRecorder(stream, { ...(type && { mimeType: type }) })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const ended = new Promise<void>((resolve, reject) => {
    recorder.addEventListener('stop', () => resolve(), { once: true })
    recorder.addEventListener('error', () => reject(new Error('The film could not be recorded')), { once: true })
  })
  try {
    recorder.start()
    for (let index = 0; index < count; index += 1) {
      draw(index)
      await new Promise((resolve) => setTimeout(resolve, 1000 / rate))
    }
    recorder.stop()
    await ended
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
  return new Blob(parts, { type: recorder.mimeType || type })
}
