import type { RootStore } from '@react-three/fiber'
import { AnimationMixer, Group, type Object3D } from 'three'
import { FADE } from '../../../machines/rules/entrance.ts'
import type { Aside, Encore } from '../asides.ts'
import { fadeTo } from '../fade.ts'
import type { Model } from '../model.ts'
import { clipFor, play } from '../playback.ts'
import { unload } from '../release.ts'
import type { Stage } from '../stage.ts'

/** An entrance that is played by hand. */
export interface Rehearsal {
  /** How long it is, its fading included. */
  seconds: number
  /** From the next frame on it stands as it does that many seconds after it began, no sooner than before. */
  stand: (seconds: number) => void
  end: () => void
}

/** After what moves by itself, before what draws what it sees. */
const AFTER_MOTION = -0.5

/** The longest entrance that is played, in seconds: one that goes on for ever ends here. */
const LONGEST = 60

/** Plays what accompanies a model's entrance once more, whatever the entrance itself does. Rejects where nothing does. */
export async function rehearsalOf(stage: Stage, model: Model | null, encore: Encore): Promise<Rehearsal> {
  const { loops, end } = encore
  const [effect, animation] = await Promise.all([encore.effect(), encore.animation()].map((it) => it.catch(() => null)))
  const turn = model?.root.parent
  const played: Rehearsal[] = []
  if (model && turn) {
    const around = effect && effectPart(effect, loops.effect, model, turn)
    const moves = animation && movePart(animation, loops.animation, model)
    for (const part of [around, moves]) if (part) played.push(part)
  }
  if (played.length === 0) {
    end()
    throw new Error('There is no entrance to film')
  }
  let now = 0
  const frame = {
    current: () => {
      for (const part of played) part.stand(now)
    },
  }
  const leave = stage.state().internal.subscribe(frame, AFTER_MOTION, { getState: stage.state } as RootStore)
  return {
    seconds: Math.min(LONGEST, Math.max(...played.map(({ seconds }) => seconds))),
    stand: (seconds) => {
      now = seconds
    },
    end: () => {
      leave()
      for (const part of played) part.end()
      end()
    },
  }
}

/** What plays around the model; null where nothing of it moves. */
function effectPart({ scene, clips }: Aside, loop: number, model: Model, turn: Object3D): Rehearsal | null {
  const clip = clips[0]
  if (!clip || !(loop > 0)) return null
  const place = new Group()
  place.position.copy(model.root.position)
  turn.add(place.add(scene))
  const mixer = new AnimationMixer(scene)
  const playback = play(mixer, clip, loop, () => {})
  const whole = clip.duration * loop
  let last = 0
  return {
    seconds: whole + FADE,
    stand: (seconds) => {
      mixer.update(seconds - last)
      last = seconds
      fadeTo(scene, 1 - Math.min(1, Math.max(0, seconds - whole) / FADE))
    },
    end: () => {
      playback.stop()
      place.removeFromParent()
      unload(scene)
    },
  }
}

/** How the model itself moves; null where that is no clip for it. */
function movePart(animation: Aside, loop: number, model: Model): Rehearsal | null {
  const clip = clipFor(animation, model)
  if (!clip || !(loop > 0)) return null
  const mixer = new AnimationMixer(model.root)
  const playback = play(mixer, clip, loop, () => playback.fade(FADE))
  let last = 0
  return {
    seconds: clip.duration * loop + FADE,
    stand: (seconds) => {
      mixer.update(seconds - last)
      last = seconds
    },
    end: () => {
      playback.stop()
      mixer.uncacheRoot(model.root)
    },
  }
}
