import type { View } from '../../machines/rules/camera.ts'
import type { Model } from './model.ts'

/** What a view is made for: the frame in CSS pixels, the model and its scale. */
export interface Room {
  readonly width: number
  readonly height: number
  readonly headroom: number
  readonly scale: number
  readonly model: Model | null
}

/** Where the camera is sent beside the framing of the specification. */
export interface Aim {
  /** The view that is to be had instead of another; null: that other. */
  place: ((view: View, room: Room) => View) | null
  /** Takes the view anew. */
  again: () => void
}

/** An aim at what the specification frames. */
export const createAim = (): Aim => ({ place: null, again: () => {} })
