/** The floor dial as drawn: an ellipse in a box of `width` × `height`, in its own units. */
export const DIAL = { width: 560, height: 148, x: 280, y: 60, across: 248, along: 48, thickness: 14 }

/** A point on the dial's rim at `degrees` from the front, to the right; `depth` goes from −1 (far) to 1 (near). */
export function rimPoint(degrees: number): { x: number; y: number; depth: number } {
  const angle = (degrees * Math.PI) / 180
  return { x: DIAL.x + DIAL.across * Math.sin(angle), y: DIAL.y + DIAL.along * Math.cos(angle), depth: Math.cos(angle) }
}

/** One engraved line of the dial. */
export interface Tick {
  degrees: number
  x: number
  y: number
  length: number
  isMajor: boolean
  opacity: number
}

/** The engraved lines on the near side: one for every 2°, longer every 10°, longest every 30°. */
export const TICKS: readonly Tick[] = Array.from({ length: 81 }, (_, index) => {
  const degrees = index * 2 - 80
  const { x, y, depth } = rimPoint(degrees)
  const isMajor = degrees % 30 === 0
  const length = isMajor ? 11 : degrees % 10 === 0 ? 7 : 4
  return { degrees, x, y: y + 3, length, isMajor, opacity: 0.25 + 0.75 * depth }
})

/** The numbers that stand under the dial. */
export const LABELS = TICKS.filter(({ degrees }) => degrees % 30 === 0 && Math.abs(degrees) <= 60)

/** The arc along the rim from the front to `degrees`, as an SVG path; empty at the front. */
export function arcTo(degrees: number): string {
  if (degrees === 0) return ''
  const from = rimPoint(0)
  const to = rimPoint(degrees)
  return `M${from.x} ${from.y}A${DIAL.across} ${DIAL.along} 0 0 ${degrees > 0 ? 0 : 1} ${to.x} ${to.y}`
}

/** The twenty-eight dots of the loader round the rim, nearest first, larger in front. */
export const DOTS = Array.from({ length: 28 }, (_, index) => {
  const { x, y, depth } = rimPoint((index * 360) / 28)
  return { index, x, y, radius: 4.35 + 1.05 * depth }
})
