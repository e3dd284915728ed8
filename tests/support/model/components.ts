import type { GoalsOf } from './cover.ts'
import type { Situation, Step } from './explore.ts'

/** Which steps can be undone, and what lies behind those that cannot. */
export interface Graph {
  /** Whether other steps lead back to where it began. */
  canBeUndone: (step: Step) => boolean
  /**
   * The step by which the situations that lead to each other are left for good, with most of `open` on and behind it; `last`
   * came before.
   */
  richestExit: (from: Situation, open: ReadonlySet<string>, last: Step | undefined) => Step | undefined
}

/** Reads a model by its strongly connected components: the situations that lead to each other. */
export function componentsOf(situations: readonly Situation[], goalsOf: GoalsOf): Graph {
  const components = stronglyConnected(situations)
  const placeOf = new Map(components.flatMap((members, place) => members.map((member) => [member, place] as const)))
  const exits = new Set(situations.flatMap((at) => at.steps.filter((step) => placeOf.get(at) !== placeOf.get(step.to))))
  const cameBy = new Map<Situation, Step[]>(situations.map((at) => [at, []]))
  for (const { steps } of situations) for (const step of steps) if (!exits.has(step)) cameBy.get(step.to)!.push(step)
  const parts = components.map((members) => {
    const goalsAt = (at: Situation, step: Step) =>
      [undefined, ...cameBy.get(at)!].flatMap((last) => goalsOf(step, last))
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

  function richestExit(from: Situation, open: ReadonlySet<string>, last: Step | undefined): Step | undefined {
    const left = (goals: Iterable<string>) => [...goals].filter((goal) => open.has(goal))
    const rich: { goals: ReadonlySet<string>; exit: Step | undefined }[] = []
    // What an exit leads to comes before it, and is known by then.
    for (const { within, exits } of parts.slice(0, placeOf.get(from)! + 1)) {
      const own = left(within)
      let richest: (typeof rich)[number] = { goals: new Set(own), exit: undefined }
      for (const { step, goals } of exits) {
        const atOnce = from.steps.includes(step) ? goalsOf(step, last) : []
        const behind = [...left(goals), ...left(atOnce), ...rich[placeOf.get(step.to)!]!.goals]
        const all = new Set([...own, ...behind])
        if (behind.length > 0 && (!richest.exit || all.size > richest.goals.size)) richest = { goals: all, exit: step }
      }
      rich.push(richest)
    }
    return rich.at(-1)!.exit
  }
  return { canBeUndone: (step) => !exits.has(step), richestExit }
}

/** Tarjan's algorithm: each component comes after all that it leads to. */
function stronglyConnected(situations: readonly Situation[]): Situation[][] {
  const components: Situation[][] = []
  const order = new Map<Situation, number>()
  const lowest = new Map<Situation, number>()
  const stack: Situation[] = []
  const isOpen = new Set<Situation>()
  const visit = (at: Situation) => {
    order.set(at, order.size)
    lowest.set(at, order.get(at)!)
    stack.push(at)
    isOpen.add(at)
    for (const { to } of at.steps) {
      if (!order.has(to)) visit(to)
      if (isOpen.has(to)) lowest.set(at, Math.min(lowest.get(at)!, lowest.get(to)!))
    }
    if (lowest.get(at) !== order.get(at)) return
    const members = stack.splice(stack.indexOf(at))
    for (const member of members) isOpen.delete(member)
    components.push(members)
  }
  for (const situation of situations) if (!order.has(situation)) visit(situation)
  return components
}
