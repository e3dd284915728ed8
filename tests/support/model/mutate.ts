import type { AnyStateMachine } from 'xstate'
import { evaluateGuard } from 'xstate/guards'
import { type ApprovedPath, approved, difference } from './approved.ts'
import { type Branch, configOf, nameOf, type StateConfig, statesOf, transitionsOf } from './config.ts'
import { instrument } from './instrument.ts'
import type { Model, Models } from './model.ts'
import { stageOf } from './replay.ts'

/** A machine with one thing wrong in its definition. */
export interface Mutant {
  /** Where and what, unique in a machine: the same as long as that place is the same. */
  id: string
  config: StateConfig
  delays?: Record<string, unknown>
}

type Change = { id: string; apply: (config: StateConfig) => void }

/** Everything that can go wrong in a definition, one thing at a time. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const changes = [...branchChanges(machine), ...stateChanges(machine)]
  const made = changes.map(({ id, apply }) => {
    const config = configOf(machine)
    apply(config)
    return { id, config }
  })
  const delays = Object.entries(machine.implementations.delays).map(([name, delay]) => ({
    id: `delay ${name}: twice as long`,
    config: configOf(machine),
    delays: { [name]: typeof delay === 'number' ? delay * 2 : twice(delay as (...given: unknown[]) => number) },
  }))
  return [...made, ...delays]
}

const twice =
  (delay: (...given: unknown[]) => number) =>
  (...given: unknown[]) =>
    delay(...given) * 2

function branchChanges(machine: AnyStateMachine): Change[] {
  const config = configOf(machine)
  const states = new Map(statesOf(config))
  return transitionsOf(config).flatMap(({ key, state, branches }) =>
    branches.flatMap((branch, index) => {
      const found: Change[] = []
      const change = (what: string, apply: (branch: Branch, all: Branch[]) => void) =>
        found.push({
          id: `${key}|${index}: ${what}`,
          apply: (copy) => {
            const { branches } = transitionsOf(copy).find((other) => other.key === key)!
            apply(branches[index]!, branches)
          },
        })
      change('is not there', (_, all) => void all.splice(index, 1))
      if (branch.target !== undefined) {
        change('leads nowhere', (copy) => void delete copy.target)
        const other = anotherTarget(branch.target, state, states)
        if (other)
          change(`leads to ${other}`, (copy) => {
            copy.target = other
          })
        if (!key.endsWith('|always') && isWithin(branch.target, state) && isSeenToEnter(states.get(state)!))
          change(branch.reenter ? 'does not enter again' : 'enters again', (copy) => {
            copy.reenter = !branch.reenter
          })
      }
      if (branch.guard !== undefined) {
        change('is not guarded', (copy) => void delete copy.guard)
        change('is guarded the other way round', (copy) => {
          copy.guard = notOf(branch.guard)
        })
      }
      for (const [nth, action] of branch.actions.entries())
        change(`does not ${nameOf(action)}`, (copy) => void copy.actions.splice(nth, 1))
      if (branch.actions.length > 1) change('does it in the other order', (copy) => void copy.actions.reverse())
      if (index > 0)
        change('is asked before the one above', (_, all) => {
          all.splice(index - 1, 2, all[index]!, all[index - 1]!)
        })
      return found
    }),
  )
}

function stateChanges(machine: AnyStateMachine): Change[] {
  return statesOf(configOf(machine)).flatMap(([id, state]) => {
    const found: Change[] = []
    const change = (what: string, apply: (state: StateConfig) => void) =>
      found.push({ id: `${id}: ${what}`, apply: (copy) => apply(new Map(statesOf(copy)).get(id)!) })
    for (const moment of ['entry', 'exit'] as const)
      for (const [nth, action] of state[moment].entries())
        change(`does not ${nameOf(action)} on ${moment}`, (copy) => void copy[moment].splice(nth, 1))
    for (const [nth, tag] of state.tags.entries())
      change(`is not tagged ${tag}`, (copy) => void copy.tags.splice(nth, 1))
    for (const [nth, { id: name, input }] of state.invoke.entries()) {
      change(`does not run ${name}`, (copy) => void copy.invoke.splice(nth, 1))
      if (input !== undefined) change(`gives ${name} nothing`, (copy) => void delete copy.invoke[nth]!.input)
    }
    const names = Object.keys(state.states)
    const { initial } = state
    if (typeof initial === 'string' && names.length > 1) {
      const other = names[(names.indexOf(initial) + 1) % names.length]!
      change(`begins with ${other}`, (copy) => {
        copy.initial = other
      })
    }
    return found
  })
}

/** A sibling of the state that a transition leads to: the next one. */
function anotherTarget(
  target: string | readonly string[],
  state: string,
  states: Map<string, StateConfig>,
): string | undefined {
  if (typeof target !== 'string') return undefined
  const id = idOf(target, state)
  const ids = [...states.keys()]
  const siblings = ids.filter(
    (other) => other.lastIndexOf('.') === id.lastIndexOf('.') && parentOf(other) === parentOf(id),
  )
  if (!siblings.includes(id) || siblings.length < 2) return undefined
  return `#${siblings[(siblings.indexOf(id) + 1) % siblings.length]}`
}

/** Whether it makes a difference that a state is left and entered while something in it is entered anyway. */
const isSeenToEnter = ({ type, entry, exit, invoke, after }: StateConfig) =>
  type === 'parallel' || entry.length + exit.length + invoke.length + Object.keys(after).length > 0

/** Whether a transition stays in the state that it begins in. */
const isWithin = (target: string | readonly string[], state: string) => {
  const id = typeof target === 'string' ? idOf(target, state) : ''
  return id === state || id.startsWith(`${state}.`)
}

const idOf = (target: string, state: string) =>
  target.startsWith('#')
    ? target.slice(1)
    : target.startsWith('.')
      ? `${state}${target}`
      : `${parentOf(state)}.${target}`

const parentOf = (id: string) => id.slice(0, id.lastIndexOf('.'))

/** The other way round, for any guard: made as XState makes `not`, but of guards with parameters too. */
function notOf(guard: unknown) {
  const not = () => false
  not.check = (snapshot: never, { context, event }: { context: never; event: never }) =>
    !evaluateGuard(guard as never, context, event, snapshot)
  return not
}

/** Whether the approved paths notice that something is wrong; one that cannot even be made or run is noticed. */
export function isNoticed(mutant: Mutant, { models }: Models, record: Record<string, ApprovedPath[]>): boolean {
  try {
    return Object.entries(models).some(([title, model]) => {
      // Instrumenting writes into a definition: each model gets its own.
      const stage = stageOf(instrument(model.machine, configOf(mutant), mutant.delays))
      return (record[title] ?? []).some((path) => difference(model, path, stage) !== undefined)
    })
  } catch {
    return true
  }
}

/** The mutants that nothing notices. */
export function survivors(name: string, models: Models, wanted: (mutant: Mutant) => boolean = () => true): Mutant[] {
  const record = approved(name)
  const [{ machine }] = Object.values(models.models) as [Model]
  return mutantsOf(machine).filter((mutant) => wanted(mutant) && !isNoticed(mutant, models, record))
}
