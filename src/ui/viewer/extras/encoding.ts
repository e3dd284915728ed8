import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny'
import type { FilmType } from '../studio.ts'
import type { Reel } from './reel.ts'

/** What is played wherever a file of the type is, best first. */
const CODECS: Record<FilmType, VideoCodec[]> = { 'video/webm': ['vp9', 'vp8'], 'video/mp4': ['avc'] }

/** Seconds after which a picture stands by itself again. */
const KEY_EVERY = 2

/**
 * How this browser encodes a film of that type and size, picture by picture, in so many bits a second; null where it can't. It
 * imports nothing of ours, so that a package of two builds holds it once.
 */
export async function encodingOf(
  type: FilmType,
  width: number,
  height: number,
  bitrate: number,
): Promise<((reel: Reel) => Promise<Blob>) | null> {
  const quality = new Quality({ bitrate })
  const codec = await getFirstEncodableVideoCodec(CODECS[type], { width, height, quality })
  return codec && ((reel) => encoded(reel, type, codec, quality))
}

async function encoded(
  { canvas, count, rate, isClear, draw }: Reel,
  type: FilmType,
  codec: VideoCodec,
  quality: Quality,
): Promise<Blob> {
  const target = new BufferTarget()
  const format = type === 'video/webm' ? new WebMOutputFormat() : new Mp4OutputFormat()
  const output = new Output({ format, target })
  const alpha = isClear && type === 'video/webm' ? 'keep' : 'discard'
  const source = new CanvasSource(canvas, { codec, quality, keyFrameInterval: KEY_EVERY, alpha })
  output.addVideoTrack(source, { frameRate: rate })
  try {
    await output.start()
    for (let index = 0; index < count; index += 1) {
      draw(index)
      await source.add(index / rate, 1 / rate)
    }
    await output.finalize()
  } catch (error) {
    await output.cancel()
    throw error
  }
  return new Blob([target.buffer!], { type })
}
