import { AnimationClip, type AnimationMixer, Bone, LoopRepeat, type Object3D } from 'three'
import { fitTracks } from '../../machines/rules/animation-tracks.ts'
import type { ReadModel } from './fbx.ts'

/** Plays one clip: `stop` ends it at once, `fade` over `seconds` while it holds its last frame. */
export interface Playback {
  fade: (seconds: number) => void
  stop: () => void
}

/** Plays `clip` `loops` times, holds its last frame and then calls `onEnded`. */
export function play(mixer: AnimationMixer, clip: AnimationClip, loops: number, onEnded: () => void): Playback {
  const action = mixer.clipAction(clip)
  const finished = (event: { action: unknown }) => {
    if (event.action === action) onEnded()
  }
  action.reset().setLoop(LoopRepeat, loops)
  action.clampWhenFinished = true
  action.setEffectiveWeight(1)
  mixer.addEventListener('finished', finished)
  action.play()
  return {
    fade: (seconds) => {
      // A finished action is paused, and a paused one still fades.
      action.fadeOut(seconds)
    },
    stop: () => {
      mixer.removeEventListener('finished', finished)
      action.stop()
      mixer.uncacheAction(clip)
    },
  }
}

/**
 * The first clip of `read`, fitted to the bones of `model`; undefined when they have nothing in common. Both FBX, both
 * count in centimetres, and positions stay as they are.
 */
export function clipFor(
  read: Pick<ReadModel, 'clips' | 'isFbx'>,
  { root, isFbx }: { root: Object3D; isFbx: boolean },
): AnimationClip | undefined {
  const clip = read.clips[0]
  if (!clip) return undefined
  const tracks = fitTracks(clip.tracks, bonesOf(root), read.isFbx && !isFbx).map(({ track, name, scale }) => {
    const fitted = track.clone()
    fitted.name = name
    if (scale !== 1) fitted.values = fitted.values.map((value) => value * scale)
    return fitted
  })
  return tracks.length > 0 ? new AnimationClip(clip.name, clip.duration, tracks) : undefined
}

function bonesOf(root: Object3D): string[] {
  const names: string[] = []
  root.traverse((object) => {
    if (object instanceof Bone) names.push(object.name)
  })
  return names
}
