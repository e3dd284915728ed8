import type { Encore } from '../asides.ts'
import type { Model } from '../model.ts'
import type { PoseStore } from '../pose.ts'
import type { Stage } from '../stage.ts'
import type { FilmOptions, FilmType } from '../studio.ts'
import type { Reel } from './reel.ts'
import { onSet, SIDE, sheet } from './turntable.ts'

const TYPES: readonly FilmType[] = ['video/webm', 'video/mp4']

/** What a recorder is asked for, best first: only what is played wherever a file of the type is. */
const RECORDED: Record<FilmType, string[]> = {
  'video/webm': ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'],
  'video/mp4': ['video/mp4;codecs=avc1.42E01E', 'video/mp4;codecs=avc1'],
}

/** A way to make a film of a type, where this browser has one. */
type Way = (reel: Reel) => Promise<Blob>

async function wayTo(type: FilmType, width: number, height: number): Promise<Way | null> {
  // H.264 has no odd sizes.
  if (type === 'video/mp4' && (width % 2 || height % 2)) return null
  if (typeof VideoEncoder !== 'undefined') {
    const { encodingOf } = await import('./encoding.ts')
    const encode = await encodingOf(type, width, height, bitsFor({ width, height }))
    if (encode) return encode
  }
  if (typeof MediaRecorder === 'undefined') return null
  const wanted = RECORDED[type].find((one) => MediaRecorder.isTypeSupported(one))
  return wanted === undefined ? null : (reel) => recorded(reel, wanted, type)
}

/** The types of film that this browser makes in that size, in pixels; none where it makes no films. */
export async function filmTypes({ width = SIDE, height = SIDE } = {}): Promise<FilmType[]> {
  const ways = await Promise.all(TYPES.map((type) => wayTo(type, width, height)))
  return TYPES.filter((_, index) => ways[index])
}

/** What a film may be about. */
export interface FilmScene {
  stage: Stage
  pose: PoseStore
  model: Model | null
  /** Reads what accompanies an entrance, once more. */
  again: () => Encore
}

/**
 * A film of one whole turn, or of the entrance. Its pictures are those of their times, however long each takes to draw. Where the
 * browser encodes nothing picture by picture, it records them as time goes by, and leaves out those it is too slow for. Rejects
 * where there is nothing to film, or no way to.
 */
export async function filmOf({ stage, pose, model, again }: FilmScene, options: FilmOptions = {}): Promise<Blob> {
  const { of = 'turn', width = SIDE, height = SIDE, rate = 30, background = '#fff', signal, onProgress } = options
  const types = options.type ? [options.type] : TYPES
  let way: Way | null = null
  for (const type of types) way ??= await wayTo(type, width, height)
  if (!way)
    throw new Error(options.type ? `This browser makes no films as ${options.type}` : 'This browser makes no films')
  signal?.throwIfAborted()
  const isClear = background === 'transparent'
  const { canvas, pen, clear } = sheet(width, height, isClear ? undefined : background)
  const rehearsal = of === 'entrance' ? await (await import('./rehearsal.ts')).rehearsalOf(stage, model, again()) : null
  const seconds = options.seconds ?? rehearsal?.seconds ?? 4
  const count = Math.max(1, Math.round(seconds * rate))
  try {
    return await onSet(stage, pose, options, (drawn) => {
      let last = 0
      return way({
        canvas,
        count,
        rate,
        isClear,
        draw: (index) => {
          signal?.throwIfAborted()
          clear()
          rehearsal?.stand(index / rate)
          const yaw = rehearsal ? {} : { yaw: (index / count) * 2 * Math.PI }
          pen.drawImage(drawn({ ...yaw, seconds: (index - last) / rate }), 0, 0, width, height)
          last = index
          onProgress?.((index + 1) / count)
        },
      })
    })
  } finally {
    rehearsal?.end()
  }
}

/** Films as time goes by, for browsers that encode nothing by themselves. */
async function recorded({ canvas, count, rate, draw }: Reel, mimeType: string, type: FilmType): Promise<Blob> {
  const stream = canvas.captureStream(rate)
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: bitsFor(canvas) })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const ended = new Promise<void>((resolve, reject) => {
    recorder.addEventListener('stop', () => resolve(), { once: true })
    recorder.addEventListener('error', () => reject(new Error('The film could not be recorded')), { once: true })
  })
  // Asked for only once it was told to stop: nobody may wait for it before.
  ended.catch(() => {})
  try {
    draw(0)
    recorder.start()
    const began = performance.now()
    for (let index = 1; index < count; ) {
      await new Promise((resolve) => setTimeout(resolve, began + (index * 1000) / rate - performance.now()))
      // Too slow for some: the next is the one of this moment, and the last is never left out.
      index = Math.max(index, Math.min(count - 1, Math.floor(((performance.now() - began) * rate) / 1000)))
      draw(index)
      index += 1
    }
    // The last picture stands as long as each.
    await new Promise((resolve) => setTimeout(resolve, began + (count * 1000) / rate - performance.now()))
    recorder.stop()
    await ended
  } finally {
    if (recorder.state !== 'inactive') recorder.stop()
    for (const track of stream.getTracks()) track.stop()
  }
  return new Blob(parts, { type })
}

/** Bits a second that a picture of that size, in pixels, is filmed in. */
export const bitsFor = ({ width, height }: { width: number; height: number }): number =>
  Math.max(500_000, width * height * 8)
