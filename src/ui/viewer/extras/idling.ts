import type { AnimationAction, AnimationClip, AnimationMixer } from 'three'
import { idleClips, idleTime, nextIdle, type Random } from '../../../machines/rules/life.ts'
import { CROSS_FADE, type Idling } from '../body.ts'

/** An idling that can be ended. */
export interface Idle extends Idling {
  end: () => void
}

/** Plays those of `clips` that are made to stand about by, one after the other; null where there is none. */
export function idleOf(mixer: AnimationMixer, clips: readonly AnimationClip[], random: Random): Idle | null {
  // Copies: the host may have the same clip play, which then is another action.
  const own = idleClips(clips.map(({ name }) => name)).map((index) => clips[index]!.clone())
  if (own.length === 0) return null
  let now = Math.floor(random() * own.length)
  let left = 0
  let action: AnimationAction | null = null
  let leaving: { action: AnimationAction; left: number }[] = []

  const leave = (old: AnimationAction) => {
    old.fadeOut(CROSS_FADE)
    leaving.push({ action: old, left: CROSS_FADE })
  }
  const begin = () => {
    const clip = own[now]!
    action = mixer.clipAction(clip)
    leaving = leaving.filter((one) => one.action !== action)
    action.reset().setEffectiveWeight(1).fadeIn(CROSS_FADE).play()
    left = idleTime(clip.duration)
  }
  const rest = () => {
    if (action) leave(action)
    action = null
  }
  return {
    step: (seconds, isActing) => {
      left -= seconds
      for (const one of leaving) one.left -= seconds
      for (const one of leaving) if (one.left <= 0) one.action.stop()
      leaving = leaving.filter((one) => one.left > 0)
      if (isActing) rest()
      else if (!action) begin()
      else if (left <= CROSS_FADE && own.length > 1) {
        rest()
        now = nextIdle(own.length, now, random)
        begin()
      }
      return action !== null || leaving.length > 0
    },
    leave,
    release: (wanted) => {
      leaving = leaving.filter((one) => one.action !== wanted)
    },
    end: () => {
      for (const one of [...leaving.map((it) => it.action), ...(action ? [action] : [])]) one.stop()
      for (const clip of own) mixer.uncacheClip(clip)
    },
  }
}
