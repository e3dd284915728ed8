import { disposeTree } from '../load/dispose.ts'
import type { ParsedModel } from '../load/fbx.ts'
import { createRefCount, type RefCounted } from '../load/ref-count.ts'
import type { SpawnAnimationSpec, SpawnEffectSpec } from '../viewer-settings.ts'

/** Spawn animation or effect read from a file. Reference-counted: the last release disposes the scene. */
export interface EntranceAsset extends ParsedModel, RefCounted {}

export interface EntranceAssets {
  effect: () => Promise<EntranceAsset>
  animation: () => Promise<EntranceAsset>
  /** Aborts loading and releases the files, once the spawn is over or cancelled. */
  end: () => void
}

/** Files of a repeated spawn, with the number of repetitions of each file. */
export interface EntranceReplay extends EntranceAssets {
  loops: { effect: number; animation: number }
}

/**
 * Starts to read the files of a spawn; `read` reads one file by its URL. For a missing or unreadable file, only the promise of
 * that file rejects.
 */
export function loadEntranceAssets(
  effect: SpawnEffectSpec | undefined,
  animation: SpawnAnimationSpec | undefined,
  read: (address: string, signal: AbortSignal) => Promise<ParsedModel>,
): EntranceAssets {
  const controller = new AbortController()
  const startReading = (parsing: Promise<ParsedModel>) => {
    const asset = parsing.then((parsed) => {
      const refCount = createRefCount(() => disposeTree(parsed.scene))
      const release = refCount.retain()
      if (controller.signal.aborted) release()
      else controller.signal.addEventListener('abort', release, { once: true })
      return { ...parsed, ...refCount }
    })
    // Avoids an unhandled rejection: the result is requested later or never.
    asset.catch(() => {})
    return () => asset
  }
  const rejectMissing = () => Promise.reject<EntranceAsset>(new Error('There is no file to play'))
  return {
    effect: effect ? startReading(readEffect(effect, (address) => read(address, controller.signal))) : rejectMissing,
    animation: animation ? startReading(read(animation.src, controller.signal)) : rejectMissing,
    end: () => controller.abort(),
  }
}

async function readEffect(
  { src, animationSrc }: SpawnEffectSpec,
  read: (address: string) => Promise<ParsedModel>,
): Promise<ParsedModel> {
  if (animationSrc === undefined) return read(src)
  const [effect, animation] = await Promise.all([read(src), read(animationSrc)])
  disposeTree(animation.scene)
  return { ...effect, clips: animation.clips }
}
