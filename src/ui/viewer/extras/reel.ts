/** What a film is made of: its pictures, in their order. */
export interface Reel {
  canvas: HTMLCanvasElement
  count: number
  /** Pictures a second. */
  rate: number
  /** Whether what is clear on the canvas stays so. */
  isClear: boolean
  /** Draws the picture of that number, later ones later. Throws where the film was given up. */
  draw: (index: number) => void
}
