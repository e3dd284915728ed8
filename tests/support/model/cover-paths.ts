import type { ExploredState, StateGraph, StateStep } from './explore.ts'
import { formatState } from './format-value.ts'
import { buildComponentGraph, type ComponentGraph } from './strong-components.ts'

/** Path through a model: indexes of its events, in order. */
export type EventPath = readonly number[]

/** Maximum number of steps of a path before another path starts. */
const MAX_TOUR_STEPS = 96

/** Options of {@link coverPaths}: the maximum number of steps of a path, and the goals to cover. */
export interface CoverOptions {
  coversPairs?: boolean | undefined
  maxSteps?: number
  includesGoal?: (goal: string) => boolean
}

/** Returns the goals that a step covers after the previous step; `undefined` for the first step of a path. */
export type ListStepGoals = (step: StateStep, before: StateStep | undefined) => readonly string[]

/**
 * Returns few paths that together cover every goal. Each path takes the shortest way to the next step with an uncovered goal. A
 * path takes an irreversible step only after covering all goals before that step. Of several irreversible steps, the path takes
 * the step that leads to the most uncovered goals. With `coversPairs`, each pair of consecutive branches is a goal, too.
 */
export function coverPaths(
  explored: StateGraph,
  { maxSteps = MAX_TOUR_STEPS, ...covering }: CoverOptions = {},
): EventPath[] {
  const { start, situations } = explored
  const listStepGoals = createStepGoalLister(covering)
  const graph = buildComponentGraph(situations, listStepGoals)
  const uncoveredGoals = listGoals(explored, covering)
  const paths: EventPath[] = []
  while (uncoveredGoals.size > 0) {
    const before = uncoveredGoals.size
    paths.push(buildTour(start, graph, uncoveredGoals, listStepGoals, maxSteps))
    if (uncoveredGoals.size === before) throw new Error(`No path covers '${[...uncoveredGoals][0]}'`)
  }
  return paths
}

/** Returns every goal that paths can cover in a model. */
export function listGoals({ start, situations }: StateGraph, covering: CoverOptions = {}): Set<string> {
  const listStepGoals = createStepGoalLister(covering)
  const steps = situations.flatMap((situation) => situation.steps)
  const goals = new Set(steps.flatMap((step) => listStepGoals(step, undefined)))
  if (covering.coversPairs)
    for (const step of steps)
      for (const next of step.to.steps) for (const pair of listBranchPairs(next, step)) goals.add(pair)
  for (const goal of start.goals) goals.delete(goal)
  return new Set([...goals].filter(covering.includesGoal ?? (() => true)))
}

/**
 * Returns the goals that a path covers and the states on the path, starting with the initial state. Stops at a step that the
 * model does not have.
 */
export function tracePath(path: EventPath, { start }: StateGraph, covering: CoverOptions = {}) {
  const listStepGoals = createStepGoalLister(covering)
  const goals = new Set(start.goals)
  const states = [formatState(start.snapshot.value)]
  let current = start
  let last: StateStep | undefined
  for (const eventIndex of path) {
    const step = current.steps.find((other) => other.eventIndex === eventIndex)
    if (!step) break
    for (const goal of listStepGoals(step, last)) goals.add(goal)
    states.push(formatState(step.to.snapshot.value))
    last = step
    current = step.to
  }
  return { goals, states }
}

const createStepGoalLister =
  ({ coversPairs }: CoverOptions): ListStepGoals =>
  (step, before) =>
    coversPairs ? [...step.goals, ...listBranchPairs(step, before)] : step.goals

const listBranchPairs: ListStepGoals = (step, before) =>
  (before?.branches ?? []).flatMap((first) => step.branches.map((second) => `${first} > ${second}`))

/**
 * Returns a path of at most `maxSteps` steps to uncovered goals. The path is longer only if the first goal is farther away.
 * Removes the covered goals from `uncoveredGoals`.
 */
function buildTour(
  start: ExploredState,
  graph: ComponentGraph,
  uncoveredGoals: Set<string>,
  listStepGoals: ListStepGoals,
  maxSteps: number,
): number[] {
  const tour: number[] = []
  let current = start
  let last: StateStep | undefined
  for (;;) {
    const isNew = (step: StateStep, before = last) =>
      listStepGoals(step, before).some((goal) => uncoveredGoals.has(goal))
    const findExit = () => {
      const exit = graph.findBestExit(current, uncoveredGoals, last)
      if (!exit) return undefined
      return (
        findShortestPath(current, graph, (step, before) => step === exit && isNew(step, before)) ??
        findShortestPath(current, graph, (step) => step === exit)
      )
    }
    const steps =
      findShortestPath(current, graph, (step, before) => graph.isReversible(step) && isNew(step, before)) ?? findExit()
    if (!steps || (tour.length > 0 && tour.length + steps.length > maxSteps)) return tour
    for (const step of steps) {
      for (const goal of listStepGoals(step, last)) uncoveredGoals.delete(goal)
      tour.push(step.eventIndex)
      last = step
      current = step.to
    }
  }
}

/**
 * Returns the shortest path over reversible steps to a target step. Visits a situation once for each step that leads to the
 * situation, because the goals of a step can depend on the previous step.
 */
function findShortestPath(
  from: ExploredState,
  { isReversible }: ComponentGraph,
  isTarget: (step: StateStep, before: StateStep | undefined) => boolean,
): StateStep[] | undefined {
  const visitedSteps = new Set<StateStep>()
  let frontier: { state: ExploredState; steps: StateStep[] }[] = [{ state: from, steps: [] }]
  while (frontier.length > 0) {
    const nextFrontier: typeof frontier = []
    for (const { state, steps } of frontier)
      for (const step of state.steps) {
        if (isTarget(step, steps.at(-1))) return [...steps, step]
        if (visitedSteps.has(step) || !isReversible(step)) continue
        visitedSteps.add(step)
        nextFrontier.push({ state: step.to, steps: [...steps, step] })
      }
    frontier = nextFrontier
  }
  return undefined
}
