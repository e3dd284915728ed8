import type { Explored, Situation, Step } from './explore.ts'

/** A way through a model: what happens, in order. */
export type Path = readonly number[]

/** How long a tour may be before another begins. */
const LONGEST_TOUR = 32

/** How many goals there are to show, of which kinds. */
export function goalsOf({ start, situations }: Explored): Set<string> {
  return new Set([...start.goals, ...situations.flatMap(({ steps }) => steps.flatMap(({ goals }) => goals))])
}

/**
 * Few paths that show every goal once: from where a tour stands to the nearest step that shows something new, and on. What
 * is too far for a tour is walked by the shortest way to it. With `pairs`, two branches one after the other are goals too.
 */
export function cover(explored: Explored, pairs = false): Path[] {
  const open = goalsOf(explored)
  const paths: Path[] = []
  for (const goal of explored.start.goals) open.delete(goal)
  const pairsShown = new Set<string>()
  const isNew = ({ goals }: Step) => goals.some((goal) => open.has(goal))
  const show = ({ goals }: Step) => {
    for (const goal of goals) open.delete(goal)
  }
  while (open.size > 0) {
    const tour: number[] = []
    let here = explored.start
    for (;;) {
      const way = nearest(here, isNew)
      if (!way || (tour.length > 0 && tour.length + way.length > LONGEST_TOUR)) break
      for (const step of way) {
        show(step)
        tour.push(step.happening)
        here = step.to
      }
    }
    if (tour.length === 0) break
    paths.push(tour)
  }
  if (pairs) paths.push(...pairPaths(explored, pairsShown))
  return paths
}

function pairPaths({ start, situations }: Explored, shown: Set<string>): Path[] {
  const open = new Set<string>()
  const namesOf = (one: Step, other: Step) =>
    one.took.flatMap((first) => other.took.map((second) => `${first} > ${second}`))
  for (const { steps } of situations)
    for (const step of steps) for (const next of step.to.steps) for (const name of namesOf(step, next)) open.add(name)
  for (const name of shown) open.delete(name)
  const paths: Path[] = []
  while (open.size > 0) {
    const tour: number[] = []
    let here = start
    let last: Step | undefined
    for (;;) {
      const way = nearest(here, (step, before) => {
        const one = before ?? last
        return one !== undefined && namesOf(one, step).some((name) => open.has(name))
      })
      if (!way || (tour.length > 0 && tour.length + way.length > 4 * LONGEST_TOUR)) break
      for (const step of way) {
        if (last) for (const name of namesOf(last, step)) open.delete(name)
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
