import { componentsOf, type Graph } from './components.ts'
import { writtenState } from './describe.ts'
import type { Explored, Situation, Step } from './explore.ts'

/** A way through a model: what happens, in order. */
export type Path = readonly number[]

/** How long a tour may be before another begins. */
const LONGEST_TOUR = 96

/** How paths are made: `longest` steps each, and which goals they show. */
export interface Covering {
  pairs?: boolean | undefined
  longest?: number
  wants?: (goal: string) => boolean
}

/** What a step shows after that before it; of the first step of a path, `undefined` is before. */
export type GoalsOf = (step: Step, before: Step | undefined) => readonly string[]

/**
 * Few paths that show every goal once: from where a tour stands to the nearest step that shows something new, and on. What
 * cannot be gone back from waits until all before it is shown, and then leads to where most is left to see. With `pairs`,
 * two branches one after the other are goals too.
 */
export function cover(explored: Explored, { longest = LONGEST_TOUR, ...covering }: Covering = {}): Path[] {
  const { start, situations } = explored
  const goalsOf = goalsOfStep(covering)
  const graph = componentsOf(situations, goalsOf)
  const open = goalsIn(explored, covering)
  const paths: Path[] = []
  while (open.size > 0) {
    const before = open.size
    paths.push(tourFrom(start, graph, open, goalsOf, longest))
    if (open.size === before) throw new Error(`No path shows '${[...open][0]}'`)
  }
  return paths
}

/** Everything that paths can show of a model. */
export function goalsIn({ start, situations }: Explored, covering: Covering = {}): Set<string> {
  const goalsOf = goalsOfStep(covering)
  const steps = situations.flatMap((situation) => situation.steps)
  const goals = new Set(steps.flatMap((step) => goalsOf(step, undefined)))
  if (covering.pairs)
    for (const step of steps) for (const next of step.to.steps) for (const pair of pairsOf(next, step)) goals.add(pair)
  for (const goal of start.goals) goals.delete(goal)
  return new Set([...goals].filter(covering.wants ?? (() => true)))
}

/** What a path shows, and the states that it goes through, the start first; it ends early where the model does not go on. */
export function shownOn(path: Path, { start }: Explored, covering: Covering = {}) {
  const goalsOf = goalsOfStep(covering)
  const goals = new Set(start.goals)
  const states = [writtenState(start.snapshot.value)]
  let here = start
  let last: Step | undefined
  for (const happening of path) {
    const step = here.steps.find((other) => other.happening === happening)
    if (!step) break
    for (const goal of goalsOf(step, last)) goals.add(goal)
    states.push(writtenState(step.to.snapshot.value))
    last = step
    here = step.to
  }
  return { goals, states }
}

const goalsOfStep =
  ({ pairs }: Covering): GoalsOf =>
  (step, before) =>
    pairs ? [...step.goals, ...pairsOf(step, before)] : step.goals

const pairsOf: GoalsOf = (step, before) =>
  (before?.took ?? []).flatMap((first) => step.took.map((second) => `${first} > ${second}`))

/** A tour of at most `longest` steps over what is new, or the way to the one that is farther; it takes from `open` what it shows. */
function tourFrom(start: Situation, graph: Graph, open: Set<string>, goalsOf: GoalsOf, longest: number): number[] {
  const tour: number[] = []
  let here = start
  let last: Step | undefined
  for (;;) {
    const isNew = (step: Step, before = last) => goalsOf(step, before).some((goal) => open.has(goal))
    const wayOut = () => {
      const exit = graph.richestExit(here, open, last)
      if (!exit) return undefined
      return (
        wayTo(here, graph, (step, before) => step === exit && isNew(step, before)) ??
        wayTo(here, graph, (step) => step === exit)
      )
    }
    const way = wayTo(here, graph, (step, before) => graph.canBeUndone(step) && isNew(step, before)) ?? wayOut()
    if (!way || (tour.length > 0 && tour.length + way.length > longest)) return tour
    for (const step of way) {
      for (const goal of goalsOf(step, last)) open.delete(goal)
      tour.push(step.happening)
      last = step
      here = step.to
    }
  }
}

/**
 * The shortest way from `from` whose last step is wanted, all others being such as can be undone. What a step shows may hang
 * on that before it: a situation is come to again by another.
 */
function wayTo(
  from: Situation,
  { canBeUndone }: Graph,
  isWanted: (step: Step, before: Step | undefined) => boolean,
): Step[] | undefined {
  const seen = new Set<Step>()
  let ways: { at: Situation; way: Step[] }[] = [{ at: from, way: [] }]
  while (ways.length > 0) {
    const longer: typeof ways = []
    for (const { at, way } of ways)
      for (const step of at.steps) {
        if (isWanted(step, way.at(-1))) return [...way, step]
        if (seen.has(step) || !canBeUndone(step)) continue
        seen.add(step)
        longer.push({ at: step.to, way: [...way, step] })
      }
    ways = longer
  }
  return undefined
}
