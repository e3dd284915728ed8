/** State of a model in AR: no floor found yet, shown where the device points, or placed. */
export type ArPhase = 'seeking' | 'found' | 'placed'

export interface ArSessionOptions {
  /** Page element shown over the camera image, where the device supports it. Useful for an exit button. */
  overlay?: HTMLElement
  onPhase?: (phase: ArPhase) => void
}

export interface ArSession {
  /** Resolves once the session has ended and the scene on the page is restored. */
  ended: Promise<void>
  end: () => Promise<void>
}

export const isArSupported = async (): Promise<boolean> =>
  (await navigator.xr?.isSessionSupported('immersive-ar').catch(() => false)) ?? false
