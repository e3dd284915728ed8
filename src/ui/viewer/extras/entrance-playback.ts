import type { RootStore } from '@react-three/fiber'
import { AnimationMixer, Group, type Object3D } from 'three'
import { FADE_OUT_SECONDS } from '../../../machines/viewer/entrance.ts'
import type { EntranceAsset, EntranceReplay } from '../entrance/entrance-assets.ts'
import { unloadFromGpu } from '../load/dispose.ts'
import type { Model } from '../load/model.ts'
import { fitClip, playClip } from '../motion/playback.ts'
import { setOpacity } from '../motion/set-opacity.ts'
import type { Stage } from '../stage/stage.ts'

export interface EntrancePlayback {
  /** Duration in seconds, including the fade-out. */
  seconds: number
  /** Shows the state at this time from the next frame on. The time must not decrease. */
  seek: (seconds: number) => void
  end: () => void
}

/** Frame priority after all motion, and before callbacks that draw the result, such as the shadow. */
const AFTER_MOTION = -0.5

/** Maximum duration of a replay in seconds, for spawns that loop forever. */
const MAX_ENTRANCE_SECONDS = 60

/** Replays the spawn of a model, independent of the spawn machine. Rejects if there is neither effect nor animation. */
export async function createEntrancePlayback(
  stage: Stage,
  model: Model | null,
  replay: EntranceReplay,
): Promise<EntrancePlayback> {
  const { loops, end } = replay
  const [effect, animation] = await Promise.all(
    [replay.effect(), replay.animation()].map((asset) => asset.catch(() => null)),
  )
  const parent = model?.root.parent
  const parts: EntrancePlayback[] = []
  if (model && parent) {
    const effectPlayback = effect && createEffectPart(effect, loops.effect, model, parent)
    const animationPlayback = animation && createAnimationPart(animation, loops.animation, model)
    for (const part of [effectPlayback, animationPlayback]) if (part) parts.push(part)
  }
  if (parts.length === 0) {
    end()
    throw new Error('There is no entrance to film')
  }
  let time = 0
  const frameCallback = {
    current: () => {
      for (const part of parts) part.seek(time)
    },
  }
  const unsubscribe = stage
    .state()
    .internal.subscribe(frameCallback, AFTER_MOTION, { getState: stage.state } as RootStore)
  return {
    seconds: Math.min(MAX_ENTRANCE_SECONDS, Math.max(...parts.map(({ seconds }) => seconds))),
    seek: (seconds) => {
      time = seconds
    },
    end: () => {
      unsubscribe()
      for (const part of parts) part.end()
      end()
    },
  }
}

/** Replays the effect. Returns null if the effect has no clip. */
function createEffectPart(
  { scene, clips }: EntranceAsset,
  loop: number,
  model: Model,
  parent: Object3D,
): EntrancePlayback | null {
  const clip = clips[0]
  if (!clip || !(loop > 0)) return null
  const group = new Group()
  group.position.copy(model.root.position)
  parent.add(group.add(scene))
  const mixer = new AnimationMixer(scene)
  const playback = playClip(mixer, clip, loop, () => {})
  const playSeconds = clip.duration * loop
  let lastSeconds = 0
  return {
    seconds: playSeconds + FADE_OUT_SECONDS,
    seek: (seconds) => {
      mixer.update(seconds - lastSeconds)
      lastSeconds = seconds
      setOpacity(scene, 1 - Math.min(1, Math.max(0, seconds - playSeconds) / FADE_OUT_SECONDS))
    },
    end: () => {
      playback.stop()
      group.removeFromParent()
      unloadFromGpu(scene)
    },
  }
}

/** Replays the model's spawn animation. Returns null if no clip fits the model's bones. */
function createAnimationPart(animation: EntranceAsset, loop: number, model: Model): EntrancePlayback | null {
  const clip = fitClip(animation, model)
  if (!clip || !(loop > 0)) return null
  const mixer = new AnimationMixer(model.root)
  const playback = playClip(mixer, clip, loop, () => playback.fade(FADE_OUT_SECONDS))
  let lastSeconds = 0
  return {
    seconds: clip.duration * loop + FADE_OUT_SECONDS,
    seek: (seconds) => {
      mixer.update(seconds - lastSeconds)
      lastSeconds = seconds
    },
    end: () => {
      playback.stop()
      mixer.uncacheRoot(model.root)
    },
  }
}
