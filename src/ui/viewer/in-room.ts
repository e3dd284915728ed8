/** How it stands with a model in the room around: no floor is found yet, it follows what the device points at, or it was put down. */
export type RoomPhase = 'seeking' | 'found' | 'placed'

/** What entering the room around takes. */
export interface RoomOptions {
  /** What stands over the room meanwhile, where the device shows any of the page: a way out, for one. */
  overlay?: HTMLElement
  onPhase?: (phase: RoomPhase) => void
}

/** A model in the room around. */
export interface InRoom {
  /** Resolves once the stage is as it was, however the room was left. */
  ended: Promise<void>
  end: () => Promise<void>
}

/** Whether this device shows the room around behind a page: by WebXR. */
export const hasRoom = async (): Promise<boolean> =>
  (await navigator.xr?.isSessionSupported('immersive-ar').catch(() => false)) ?? false
