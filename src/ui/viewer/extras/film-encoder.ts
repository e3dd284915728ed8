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
import type { FilmFrames } from './film-frames.ts'

/** Codecs by preference. Each codec plays in all browsers that support the container. */
const CODECS: Record<FilmType, VideoCodec[]> = { 'video/webm': ['vp9', 'vp8'], 'video/mp4': ['avc'] }

const KEYFRAME_INTERVAL_SECONDS = 2

/**
 * Returns a frame-by-frame encoder for a film of this type, size and bit rate, or null if the browser has no such encoder.
 * Imports no module of the viewer, so that two builds of the package share one copy.
 */
export async function createFilmEncoder(
  type: FilmType,
  width: number,
  height: number,
  bitrate: number,
): Promise<((frames: FilmFrames) => Promise<Blob>) | null> {
  const quality = new Quality({ bitrate })
  const codec = await getFirstEncodableVideoCodec(CODECS[type], { width, height, quality })
  return codec && ((frames) => encodeFrames(frames, type, codec, quality))
}

async function encodeFrames(
  { canvas, count, rate, hasAlpha, draw }: FilmFrames,
  type: FilmType,
  codec: VideoCodec,
  quality: Quality,
): Promise<Blob> {
  const target = new BufferTarget()
  const format = type === 'video/webm' ? new WebMOutputFormat() : new Mp4OutputFormat()
  const output = new Output({ format, target })
  const alpha = hasAlpha && type === 'video/webm' ? 'keep' : 'discard'
  const source = new CanvasSource(canvas, { codec, quality, keyFrameInterval: KEYFRAME_INTERVAL_SECONDS, alpha })
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
