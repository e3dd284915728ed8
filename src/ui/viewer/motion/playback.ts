import { AnimationClip, type AnimationMixer, Bone, LoopRepeat, type Object3D } from 'three'
import { fitTracks } from '../../../machines/viewer/animation-tracks.ts'
import type { ParsedModel } from '../load/fbx.ts'

/** Playback of one clip. `stop` ends the clip immediately; `fade` fades the clip out over `seconds`. */
export interface Playback {
  fade: (seconds: number) => void
  stop: () => void
}

/** Plays a clip as many times as `loops`, holds the last frame and calls `onEnded`. */
export function playClip(mixer: AnimationMixer, clip: AnimationClip, loops: number, onEnded: () => void): Playback {
  const action = mixer.clipAction(clip)
  const onFinished = (event: { action: unknown }) => {
    if (event.action === action) onEnded()
  }
  action.reset().setLoop(LoopRepeat, loops)
  action.clampWhenFinished = true
  action.setEffectiveWeight(1)
  mixer.addEventListener('finished', onFinished)
  action.play()
  return {
    fade: (seconds) => {
      // A finished action is paused but can still fade.
      action.fadeOut(seconds)
    },
    stop: () => {
      mixer.removeEventListener('finished', onFinished)
      action.stop()
      mixer.uncacheAction(clip)
    },
  }
}

/**
 * Fits the first clip of `source` to the bones under `root`. Returns undefined if no track matches a bone. If clip and model are
 * both FBX, both are in centimetres, so positions stay unscaled.
 */
export function fitClip(
  source: Pick<ParsedModel, 'clips' | 'isFbx'>,
  { root, isFbx }: { root: Object3D; isFbx: boolean },
): AnimationClip | undefined {
  const clip = source.clips[0]
  if (!clip) return undefined
  const tracks = fitTracks(clip.tracks, bonesOf(root), source.isFbx && !isFbx).map(({ track, name, scale }) => {
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
