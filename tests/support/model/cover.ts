import type { Explored, Situation, Step } from './explore.ts'

/** A way through a model: what happens, in order. */
export type Path = readonly number[]

/** How long a tour may be before another begins. */
const LONGEST_TOUR = 32

/** How paths are made: `longest` steps each, and which goals they show. */
export interface Covering {
  pairs?: boolean | undefined
  longest?: number
  wants?: (goal: string) => boolean
}

/**
 * Few paths that show every goal once: from where a tour stands to the nearest step that shows something new, and on. What
 * is too far for a tour is walked by the shortest way to it. With `pairs`, two branches one after the other are goals too.
 */
export function cover({ start, situations }: Explored, covering: Covering = {}): Path[] {
  const { pairs = false, longest = LONGEST_TOUR, wants = () => true } = covering
  const steps = situations.flatMap((situation) => situation.steps)
  const goals = new Set(steps.flatMap((step) => step.goals).filter(wants))
  for (const goal of start.goals) goals.delete(goal)
  const paths = tours(start, goals, (step) => step.goals, longest)
  if (!pairs) return paths
  const followers = new Set(steps.flatMap((step) => step.to.steps.flatMap((next) => pairsOf(next, step))))
  return [...paths, ...tours(start, followers, pairsOf, 4 * LONGEST_TOUR)]
}

const pairsOf = (step: Step, before: Step | undefined): string[] =>
  (before?.took ?? []).flatMap((first) => step.took.map((second) => `${first} > ${second}`))

/** Tours of at most `longest` steps that show all of `open`, which is empty then but for what cannot be shown. */
function tours(
  start: Situation,
  open: Set<string>,
  goalsOf: (step: Step, before: Step | undefined) => string[],
  longest: number,
): Path[] {
  const paths: Path[] = []
  while (open.size > 0) {
    const tour: number[] = []
    let here = start
    let last: Step | undefined
    for (;;) {
      const way = nearest(here, (step, before) => goalsOf(step, before ?? last).some((goal) => open.has(goal)))
      if (!way || (tour.length > 0 && tour.length + way.length > longest)) break
      for (const step of way) {
        for (const goal of goalsOf(step, last)) open.delete(goal)
        last = step
        tour.push(step.happening)
        here = step.to
      }
    }
    if (tour.length === 0) break
    paths.push(tour)
  }
  return paths
}

/** The shortest way from `from` whose last step is wanted. */
function nearest(from: Situation, isWanted: (step: Step, before: Step | undefined) => boolean): Step[] | undefined {
  const seen = new Set([from])
  let ways: { at: Situation; way: Step[] }[] = [{ at: from, way: [] }]
  while (ways.length > 0) {
    const longer: typeof ways = []
    for (const { at, way } of ways)
      for (const step of at.steps) {
        if (isWanted(step, way.at(-1))) return [...way, step]
        if (seen.has(step.to)) continue
        seen.add(step.to)
        longer.push({ at: step.to, way: [...way, step] })
      }
    ways = longer
  }
  return undefined
}
