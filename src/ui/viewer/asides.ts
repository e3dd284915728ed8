import type { ReadModel } from './fbx.ts'
import { type Held, heldBy } from './held.ts'
import { disposeOf } from './release.ts'
import type { SpawnAnimationSpec, SpawnEffectSpec } from './viewer-settings.ts'

/** What plays beside the model: read from a file, and ended when nobody holds it any more. */
export interface Aside extends ReadModel, Held {}

/** What accompanies one entrance. */
export interface Asides {
  effect: () => Promise<Aside>
  animation: () => Promise<Aside>
  /** The entrance is over, or will not be: nothing of it is wanted any more. */
  end: () => void
}

/** What accompanies an entrance that is played once more, and how often each part of it plays. */
export interface Encore extends Asides {
  loops: { effect: number; animation: number }
}

/**
 * Begins to read what accompanies an entrance; `read` reads the file at an address. What is not told, and what could not
 * be read, rejects when it is asked for.
 */
export function beginAsides(
  effect: SpawnEffectSpec | undefined,
  animation: SpawnAnimationSpec | undefined,
  read: (address: string, signal: AbortSignal) => Promise<ReadModel>,
): Asides {
  const control = new AbortController()
  const begin = (reading: Promise<ReadModel>) => {
    const aside = reading.then((found) => {
      const held = heldBy(() => disposeOf(found.scene))
      const letGo = held.hold()
      if (control.signal.aborted) letGo()
      else control.signal.addEventListener('abort', letGo, { once: true })
      return { ...found, ...held }
    })
    // Asked for later, or never.
    aside.catch(() => {})
    return () => aside
  }
  const nothing = () => Promise.reject<Aside>(new Error('Nothing to play'))
  return {
    effect: effect ? begin(readEffect(effect, (address) => read(address, control.signal))) : nothing,
    animation: animation ? begin(read(animation.src, control.signal)) : nothing,
    end: () => control.abort(),
  }
}

async function readEffect(
  { src, animationSrc }: SpawnEffectSpec,
  read: (address: string) => Promise<ReadModel>,
): Promise<ReadModel> {
  if (animationSrc === undefined) return read(src)
  const [effect, animation] = await Promise.all([read(src), read(animationSrc)])
  disposeOf(animation.scene)
  return { ...effect, clips: animation.clips }
}
