/** Frames of a film, in order. */
export interface FilmFrames {
  canvas: HTMLCanvasElement
  count: number
  /** Frames per second. */
  rate: number
  /** Whether transparency is kept. */
  isClear: boolean
  /** Draws a frame; indices only increase. Throws if the recording was aborted. */
  draw: (index: number) => void
}
