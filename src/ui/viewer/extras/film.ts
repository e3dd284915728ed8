import type { EntranceReplay } from '../entrance/entrance-assets.ts'
import type { Model } from '../load/model.ts'
import type { PoseStore } from '../motion/pose.ts'
import type { Stage } from '../stage/stage.ts'
import type { FilmOptions, FilmType } from '../studio.ts'
import type { FilmFrames } from './film-frames.ts'
import { createSheetCanvas, DEFAULT_SIDE_PX, withPosedStage } from './posed-stage.ts'

const TYPES: readonly FilmType[] = ['video/webm', 'video/mp4']

type EncodeFilm = (frames: FilmFrames) => Promise<Blob>

async function findEncoder(type: FilmType, width: number, height: number): Promise<EncodeFilm | null> {
  // H.264 requires even sizes.
  if (type === 'video/mp4' && (width % 2 || height % 2)) return null
  if (typeof VideoEncoder === 'undefined') return null
  const { createFilmEncoder: createEncoder } = await import('./film-encoder.ts')
  const bitsPerSecond = Math.max(500_000, width * height * 8)
  return createEncoder(type, width, height, bitsPerSecond)
}

/** Returns the film types that the browser can record at this size in pixels; empty if none. */
export async function findSupportedFilmTypes({
  width = DEFAULT_SIDE_PX,
  height = DEFAULT_SIDE_PX,
} = {}): Promise<FilmType[]> {
  const encoders = await Promise.all(TYPES.map((type) => findEncoder(type, width, height)))
  return TYPES.filter((_, index) => encoders[index])
}

export interface FilmScene {
  stage: Stage
  pose: PoseStore
  model: Model | null
  replayEntrance: () => EntranceReplay
}

/**
 * Records a film of one full turn or of the spawn. Each frame shows the exact state at its time, however long drawing takes.
 * Rejects if there is no spawn to film, or if the browser has no video encoder (WebCodecs).
 */
export async function renderFilm(
  { stage, pose, model, replayEntrance }: FilmScene,
  options: FilmOptions = {},
): Promise<Blob> {
  const {
    of = 'turn',
    width = DEFAULT_SIDE_PX,
    height = DEFAULT_SIDE_PX,
    rate = 30,
    background = '#fff',
    signal,
    onProgress,
  } = options
  const types = options.type ? [options.type] : TYPES
  let encode: EncodeFilm | null = null
  for (const type of types) encode ??= await findEncoder(type, width, height)
  if (!encode)
    throw new Error(
      options.type ? `This browser cannot record films as ${options.type}` : 'This browser cannot record films',
    )
  signal?.throwIfAborted()
  const hasAlpha = background === 'transparent'
  const { canvas, context, clear } = createSheetCanvas(width, height, hasAlpha ? undefined : background)
  const entrance =
    of === 'entrance'
      ? await (await import('./entrance-playback.ts')).createEntrancePlayback(stage, model, replayEntrance())
      : null
  const seconds = options.seconds ?? entrance?.seconds ?? 4
  const count = Math.max(1, Math.round(seconds * rate))
  try {
    return await withPosedStage(stage, pose, options, (drawFrame) => {
      let lastIndex = 0
      return encode({
        canvas,
        count,
        rate,
        hasAlpha,
        draw: (index) => {
          signal?.throwIfAborted()
          clear()
          entrance?.seek(index / rate)
          const yaw = entrance ? {} : { yaw: (index / count) * 2 * Math.PI }
          context.drawImage(drawFrame({ ...yaw, seconds: (index - lastIndex) / rate }), 0, 0, width, height)
          lastIndex = index
          onProgress?.((index + 1) / count)
        },
      })
    })
  } finally {
    entrance?.end()
  }
}
