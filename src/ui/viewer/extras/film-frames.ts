export interface FilmFrames {
  canvas: HTMLCanvasElement
  count: number
  /** Frames per second. */
  rate: number
  hasAlpha: boolean
  /** Draws a frame; indices only increase. Throws if the recording was aborted. */
  draw: (index: number) => void
}
