/** Geometry of the floor dial: an ellipse in a `width` × `height` box, in SVG units. */
export const DIAL = { width: 560, height: 148, x: 280, y: 60, across: 248, along: 48, thickness: 14 }

/** Returns the rim point at `degrees` to the right of the front. `depth` ranges from −1 (far) to 1 (near). */
export function rimPointAt(degrees: number): { x: number; y: number; depth: number } {
  const angle = (degrees * Math.PI) / 180
  return { x: DIAL.x + DIAL.across * Math.sin(angle), y: DIAL.y + DIAL.along * Math.cos(angle), depth: Math.cos(angle) }
}

export interface Tick {
  degrees: number
  x: number
  y: number
  length: number
  isMajor: boolean
  opacity: number
}

/** Tick marks on the near side: one every 2°, longer every 10°, longest every 30°. */
export const DIAL_TICKS: readonly Tick[] = Array.from({ length: 81 }, (_, index) => {
  const degrees = index * 2 - 80
  const { x, y, depth } = rimPointAt(degrees)
  const isMajor = degrees % 30 === 0
  const length = isMajor ? 11 : degrees % 10 === 0 ? 7 : 4
  return { degrees, x, y: y + 3, length, isMajor, opacity: 0.25 + 0.75 * depth }
})

export const LABELLED_TICKS = DIAL_TICKS.filter(({ degrees }) => degrees % 30 === 0 && Math.abs(degrees) <= 60)

/** Returns the SVG path of the rim arc from the front to `degrees`; empty at 0. */
export function rimArcPath(degrees: number): string {
  if (degrees === 0) return ''
  const start = rimPointAt(0)
  const end = rimPointAt(degrees)
  return `M${start.x} ${start.y}A${DIAL.across} ${DIAL.along} 0 0 ${degrees > 0 ? 0 : 1} ${end.x} ${end.y}`
}

/** The 28 dots of the loading animation, in order around the rim from the front. Nearer dots are larger. */
export const LOADER_DOTS = Array.from({ length: 28 }, (_, index) => {
  const { x, y, depth } = rimPointAt((index * 360) / 28)
  return { index, x, y, radius: 4.35 + 1.05 * depth }
})
