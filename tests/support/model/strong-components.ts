import type { ListStepGoals } from './cover-paths.ts'
import type { ExploredState, StateStep } from './explore.ts'

/** Reversible steps of a model, and the goals after the irreversible steps. */
export interface ComponentGraph {
  /** Returns whether other steps lead back to the situation before this step. */
  isReversible: (step: StateStep) => boolean
  /**
   * Returns the irreversible step out of the current component that covers the most uncovered goals on and after that step. `last`
   * is the previous step.
   */
  findBestExit: (
    from: ExploredState,
    uncoveredGoals: ReadonlySet<string>,
    last: StateStep | undefined,
  ) => StateStep | undefined
}

/** Analyses a model by its strongly connected components: situations that can reach each other. */
export function buildComponentGraph(
  situations: readonly ExploredState[],
  listStepGoals: ListStepGoals,
): ComponentGraph {
  const components = findStronglyConnected(situations)
  const componentIndexOf = new Map(
    components.flatMap((members, index) => members.map((member) => [member, index] as const)),
  )
  const exits = new Set(
    situations.flatMap((situation) =>
      situation.steps.filter((step) => componentIndexOf.get(situation) !== componentIndexOf.get(step.to)),
    ),
  )
  const incomingSteps = new Map<ExploredState, StateStep[]>(situations.map((situation) => [situation, []]))
  for (const { steps } of situations)
    for (const step of steps) if (!exits.has(step)) incomingSteps.get(step.to)!.push(step)
  const componentGoals = components.map((members) => {
    const goalsAt = (situation: ExploredState, step: StateStep) =>
      [undefined, ...incomingSteps.get(situation)!].flatMap((last) => listStepGoals(step, last))
    const steps = members.flatMap((situation) =>
      situation.steps.map((step) => ({ step, goals: new Set(goalsAt(situation, step)) })),
    )
    return {
      within: new Set(steps.flatMap(({ step, goals }) => (exits.has(step) ? [] : [...goals]))),
      exits: steps
        .filter(({ step }) => exits.has(step))
        .map(({ step, goals }) => ({
          step,
          goals: new Set([...goals, ...step.to.steps.flatMap((next) => listStepGoals(next, step))]),
        })),
    }
  })

  function findRichestExit(
    from: ExploredState,
    uncoveredGoals: ReadonlySet<string>,
    last: StateStep | undefined,
  ): StateStep | undefined {
    const selectUncovered = (goals: Iterable<string>) => [...goals].filter((goal) => uncoveredGoals.has(goal))
    const results: { goals: ReadonlySet<string>; exit: StateStep | undefined }[] = []
    // Every component follows the components to which its exits lead, so the results for the exits are known.
    for (const { within, exits } of componentGoals.slice(0, componentIndexOf.get(from)! + 1)) {
      const ownGoals = selectUncovered(within)
      let richest: (typeof results)[number] = { goals: new Set(ownGoals), exit: undefined }
      for (const { step, goals } of exits) {
        const immediateGoals = from.steps.includes(step) ? listStepGoals(step, last) : []
        const goalsBehind = [
          ...selectUncovered(goals),
          ...selectUncovered(immediateGoals),
          ...results[componentIndexOf.get(step.to)!]!.goals,
        ]
        const all = new Set([...ownGoals, ...goalsBehind])
        if (goalsBehind.length > 0 && (!richest.exit || all.size > richest.goals.size))
          richest = { goals: all, exit: step }
      }
      results.push(richest)
    }
    return results.at(-1)!.exit
  }
  return { isReversible: (step) => !exits.has(step), findBestExit: findRichestExit }
}

/** Returns the strongly connected components (Tarjan's algorithm). A component follows all components to which it leads. */
function findStronglyConnected(situations: readonly ExploredState[]): ExploredState[][] {
  const components: ExploredState[][] = []
  const order = new Map<ExploredState, number>()
  const lowest = new Map<ExploredState, number>()
  const stack: ExploredState[] = []
  const onStack = new Set<ExploredState>()
  const visit = (situation: ExploredState) => {
    order.set(situation, order.size)
    lowest.set(situation, order.get(situation)!)
    stack.push(situation)
    onStack.add(situation)
    for (const { to } of situation.steps) {
      if (!order.has(to)) visit(to)
      if (onStack.has(to)) lowest.set(situation, Math.min(lowest.get(situation)!, lowest.get(to)!))
    }
    if (lowest.get(situation) !== order.get(situation)) return
    const members = stack.splice(stack.indexOf(situation))
    for (const member of members) onStack.delete(member)
    components.push(members)
  }
  for (const situation of situations) if (!order.has(situation)) visit(situation)
  return components
}
