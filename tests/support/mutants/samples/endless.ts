/** Counts the steps from a number down to zero. A mutant of the default makes the loop endless. */
export function countSteps(from: number, size?: number): number {
  const step = size ?? 1
  let count = 0
  for (let at = from; at !== 0; at -= step) count += 1
  return count
}
