import type { ListStepGoals } from './cover-paths.ts'
import type { ExploredState, StateStep } from './explore.ts'

/** Reversible steps of a model, and the goals after the irreversible steps. */
export interface ComponentGraph {
  /** Whether other steps lead back to the situation before this step. */
  isReversible: (step: StateStep) => boolean
  /**
   * Returns the irreversible step out of the current component that covers the most `open` goals on and after that step. `last`
   * is the previous step.
   */
  bestExit: (from: ExploredState, open: ReadonlySet<string>, last: StateStep | undefined) => StateStep | undefined
}

/** Analyses a model by its strongly connected components: situations that can reach each other. */
export function buildComponentGraph(situations: readonly ExploredState[], goalsOf: ListStepGoals): ComponentGraph {
  const components = stronglyConnected(situations)
  const componentIndexOf = new Map(
    components.flatMap((members, index) => members.map((member) => [member, index] as const)),
  )
  const exits = new Set(
    situations.flatMap((at) => at.steps.filter((step) => componentIndexOf.get(at) !== componentIndexOf.get(step.to))),
  )
  const incomingSteps = new Map<ExploredState, StateStep[]>(situations.map((at) => [at, []]))
  for (const { steps } of situations)
    for (const step of steps) if (!exits.has(step)) incomingSteps.get(step.to)!.push(step)
  const componentGoals = components.map((members) => {
    const goalsAt = (at: ExploredState, step: StateStep) =>
      [undefined, ...incomingSteps.get(at)!].flatMap((last) => goalsOf(step, last))
    const steps = members.flatMap((at) => at.steps.map((step) => ({ step, goals: new Set(goalsAt(at, step)) })))
    return {
      within: new Set(steps.flatMap(({ step, goals }) => (exits.has(step) ? [] : [...goals]))),
      exits: steps
        .filter(({ step }) => exits.has(step))
        .map(({ step, goals }) => ({
          step,
          goals: new Set([...goals, ...step.to.steps.flatMap((next) => goalsOf(next, step))]),
        })),
    }
  })

  function richestExit(
    from: ExploredState,
    open: ReadonlySet<string>,
    last: StateStep | undefined,
  ): StateStep | undefined {
    const onlyOpen = (goals: Iterable<string>) => [...goals].filter((goal) => open.has(goal))
    const rich: { goals: ReadonlySet<string>; exit: StateStep | undefined }[] = []
    // Every component follows the components that it leads to, so the results for its exits are known.
    for (const { within, exits } of componentGoals.slice(0, componentIndexOf.get(from)! + 1)) {
      const ownGoals = onlyOpen(within)
      let richest: (typeof rich)[number] = { goals: new Set(ownGoals), exit: undefined }
      for (const { step, goals } of exits) {
        const immediateGoals = from.steps.includes(step) ? goalsOf(step, last) : []
        const goalsBehind = [
          ...onlyOpen(goals),
          ...onlyOpen(immediateGoals),
          ...rich[componentIndexOf.get(step.to)!]!.goals,
        ]
        const all = new Set([...ownGoals, ...goalsBehind])
        if (goalsBehind.length > 0 && (!richest.exit || all.size > richest.goals.size))
          richest = { goals: all, exit: step }
      }
      rich.push(richest)
    }
    return rich.at(-1)!.exit
  }
  return { isReversible: (step) => !exits.has(step), bestExit: richestExit }
}

/** Tarjan's algorithm. Each component follows all components that it leads to. */
function stronglyConnected(situations: readonly ExploredState[]): ExploredState[][] {
  const components: ExploredState[][] = []
  const order = new Map<ExploredState, number>()
  const lowest = new Map<ExploredState, number>()
  const stack: ExploredState[] = []
  const onStack = new Set<ExploredState>()
  const visit = (at: ExploredState) => {
    order.set(at, order.size)
    lowest.set(at, order.get(at)!)
    stack.push(at)
    onStack.add(at)
    for (const { to } of at.steps) {
      if (!order.has(to)) visit(to)
      if (onStack.has(to)) lowest.set(at, Math.min(lowest.get(at)!, lowest.get(to)!))
    }
    if (lowest.get(at) !== order.get(at)) return
    const members = stack.splice(stack.indexOf(at))
    for (const member of members) onStack.delete(member)
    components.push(members)
  }
  for (const situation of situations) if (!order.has(situation)) visit(situation)
  return components
}
