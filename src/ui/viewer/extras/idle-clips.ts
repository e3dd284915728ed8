import type { AnimationAction, AnimationClip, AnimationMixer } from 'three'
import { findIdleClipIndices, idleClipSeconds, nextIdleClip, type RandomSource } from '../../../machines/viewer/life.ts'
import { CROSS_FADE_SECONDS, type IdlePlayback } from '../motion/model-motion.ts'

export interface IdleClips extends IdlePlayback {
  end: () => void
}

/** Plays the idle clips among `clips` one after the other. Returns null if no clip is an idle clip. */
export function playIdleClips(
  mixer: AnimationMixer,
  clips: readonly AnimationClip[],
  random: RandomSource,
): IdleClips | null {
  // Cloned, because the option `clip` may play the same clip, which needs a separate action.
  const ownClips = findIdleClipIndices(clips.map(({ name }) => name)).map((index) => clips[index]!.clone())
  if (ownClips.length === 0) return null
  let current = Math.floor(random() * ownClips.length)
  let secondsLeft = 0
  let action: AnimationAction | null = null
  let fadingOut: { action: AnimationAction; remainingSeconds: number }[] = []

  const fadeOut = (oldAction: AnimationAction) => {
    oldAction.fadeOut(CROSS_FADE_SECONDS)
    fadingOut.push({ action: oldAction, remainingSeconds: CROSS_FADE_SECONDS })
  }
  const startClip = () => {
    const clip = ownClips[current]!
    action = mixer.clipAction(clip)
    fadingOut = fadingOut.filter((entry) => entry.action !== action)
    action.reset().setEffectiveWeight(1).fadeIn(CROSS_FADE_SECONDS).play()
    secondsLeft = idleClipSeconds(clip.duration)
  }
  const stopClip = () => {
    if (action) fadeOut(action)
    action = null
  }
  return {
    step: (seconds, isOtherPlaying) => {
      secondsLeft -= seconds
      for (const entry of fadingOut) entry.remainingSeconds -= seconds
      for (const entry of fadingOut) if (entry.remainingSeconds <= 0) entry.action.stop()
      fadingOut = fadingOut.filter((entry) => entry.remainingSeconds > 0)
      if (isOtherPlaying) stopClip()
      else if (!action) startClip()
      else if (secondsLeft <= CROSS_FADE_SECONDS && ownClips.length > 1) {
        stopClip()
        current = nextIdleClip(ownClips.length, current, random)
        startClip()
      }
      return action !== null || fadingOut.length > 0
    },
    fadeOut,
    cancelFadeOut: (released) => {
      fadingOut = fadingOut.filter((entry) => entry.action !== released)
    },
    end: () => {
      for (const activeAction of [...fadingOut.map((entry) => entry.action), ...(action ? [action] : [])])
        activeAction.stop()
      for (const clip of ownClips) mixer.uncacheClip(clip)
    },
  }
}
