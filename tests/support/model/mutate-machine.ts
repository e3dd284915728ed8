import type { AnyStateMachine } from 'xstate'
import { evaluateGuard } from 'xstate/guards'
import { type ApprovedPath, findFirstDifference, readApprovedRecord } from './approved-record.ts'
import { instrumentMachine } from './instrument.ts'
import {
  actionName,
  type Branch,
  listStates,
  listTransitions,
  normalizeConfig,
  type StateConfig,
} from './machine-config.ts'
import type { MachineModel, MachineModels } from './model.ts'
import { prepareReplay } from './replay.ts'

export interface Mutant {
  /** Place and kind of the change, unique in a machine. The id is stable as long as the definition at that place is unchanged. */
  id: string
  config: StateConfig
  delays?: Record<string, unknown>
}

type Mutation = { id: string; apply: (config: StateConfig) => void }

export function createMutants(machine: AnyStateMachine): Mutant[] {
  const mutations = [...listBranchMutations(machine), ...listStateMutations(machine)]
  const configMutants = mutations.map(({ id, apply }) => {
    const config = normalizeConfig(machine)
    apply(config)
    return { id, config }
  })
  const delays = Object.entries(machine.implementations.delays).map(([name, delay]) => ({
    id: `delay ${name}: is doubled`,
    config: normalizeConfig(machine),
    delays: { [name]: typeof delay === 'number' ? delay * 2 : doubleDelay(delay as (...args: unknown[]) => number) },
  }))
  return [...configMutants, ...delays]
}

const doubleDelay =
  (delay: (...args: unknown[]) => number) =>
  (...args: unknown[]) =>
    delay(...args) * 2

function listBranchMutations(machine: AnyStateMachine): Mutation[] {
  const config = normalizeConfig(machine)
  const states = new Map(listStates(config))
  return listTransitions(config).flatMap(({ key, state, branches }) =>
    branches.flatMap((branch, index) => {
      const mutations: Mutation[] = []
      const change = (description: string, apply: (branch: Branch, all: Branch[]) => void) =>
        mutations.push({
          id: `${key}|${index}: ${description}`,
          apply: (copy) => {
            const { branches } = listTransitions(copy).find((other) => other.key === key)!
            apply(branches[index]!, branches)
          },
        })
      change('is missing', (_, all) => void all.splice(index, 1))
      if (branch.target !== undefined) {
        change('has no target', (copy) => void delete copy.target)
        const other = findSiblingTarget(branch.target, state, states)
        if (other)
          change(`targets ${other}`, (copy) => {
            copy.target = other
          })
        if (!key.endsWith('|always') && staysWithin(branch.target, state) && hasEntryEffects(states.get(state)!))
          change(branch.reenter ? 'does not reenter' : 'reenters', (copy) => {
            copy.reenter = !branch.reenter
          })
      }
      if (branch.guard !== undefined) {
        change('has no guard', (copy) => void delete copy.guard)
        change('has a negated guard', (copy) => {
          copy.guard = negateGuard(branch.guard)
        })
      }
      for (const [position, action] of branch.actions.entries())
        change(`omits ${actionName(action)}`, (copy) => void copy.actions.splice(position, 1))
      if (branch.actions.length > 1) change('runs its actions in reverse order', (copy) => void copy.actions.reverse())
      if (index > 0)
        change('precedes the previous branch', (_, all) => {
          all.splice(index - 1, 2, all[index]!, all[index - 1]!)
        })
      return mutations
    }),
  )
}

function listStateMutations(machine: AnyStateMachine): Mutation[] {
  return listStates(normalizeConfig(machine)).flatMap(([id, state]) => {
    const mutations: Mutation[] = []
    const change = (description: string, apply: (state: StateConfig) => void) =>
      mutations.push({ id: `${id}: ${description}`, apply: (copy) => apply(new Map(listStates(copy)).get(id)!) })
    for (const moment of ['entry', 'exit'] as const)
      for (const [position, action] of state[moment].entries())
        change(`omits ${actionName(action)} on ${moment}`, (copy) => void copy[moment].splice(position, 1))
    for (const [position, tag] of state.tags.entries())
      change(`lacks the tag ${tag}`, (copy) => void copy.tags.splice(position, 1))
    for (const [position, { id: name, input }] of state.invoke.entries()) {
      change(`does not invoke ${name}`, (copy) => void copy.invoke.splice(position, 1))
      if (input !== undefined)
        change(`invokes ${name} without input`, (copy) => void delete copy.invoke[position]!.input)
    }
    const names = Object.keys(state.states)
    const { initial } = state
    if (typeof initial === 'string' && names.length > 1) {
      const other = names[(names.indexOf(initial) + 1) % names.length]!
      change(`starts in ${other}`, (copy) => {
        copy.initial = other
      })
    }
    return mutations
  })
}

function findSiblingTarget(
  target: string | readonly string[],
  state: string,
  states: Map<string, StateConfig>,
): string | undefined {
  if (typeof target !== 'string') return undefined
  const id = resolveTargetId(target, state)
  const ids = [...states.keys()]
  const siblings = ids.filter(
    (other) => other.lastIndexOf('.') === id.lastIndexOf('.') && parentId(other) === parentId(id),
  )
  if (!siblings.includes(id) || siblings.length < 2) return undefined
  return `#${siblings[(siblings.indexOf(id) + 1) % siblings.length]}`
}

/** Returns whether entering a state again has an effect. */
const hasEntryEffects = ({ type, entry, exit, invoke, after }: StateConfig) =>
  type === 'parallel' || entry.length + exit.length + invoke.length + Object.keys(after).length > 0

const staysWithin = (target: string | readonly string[], state: string) => {
  const id = typeof target === 'string' ? resolveTargetId(target, state) : ''
  return id === state || id.startsWith(`${state}.`)
}

const resolveTargetId = (target: string, state: string) =>
  target.startsWith('#')
    ? target.slice(1)
    : target.startsWith('.')
      ? `${state}${target}`
      : `${parentId(state)}.${target}`

const parentId = (id: string) => id.slice(0, id.lastIndexOf('.'))

/** Negates a guard like XState's `not`, but also supports guards with parameters. */
function negateGuard(guard: unknown) {
  const not = () => false
  not.check = (snapshot: never, { context, event }: { context: never; event: never }) =>
    !evaluateGuard(guard as never, context, event, snapshot)
  return not
}

/** Returns whether the approved paths detect a mutant. A mutant that cannot be created or run counts as detected. */
export function isMutantKilled(
  mutant: Mutant,
  { models }: MachineModels,
  record: Record<string, ApprovedPath[]>,
): boolean {
  try {
    return Object.entries(models).some(([title, model]) => {
      // Gives each model its own copy, because instrumentation changes the definition.
      const replayMachine = prepareReplay(instrumentMachine(model.machine, normalizeConfig(mutant), mutant.delays))
      return (record[title] ?? []).some((path) => findFirstDifference(model, path, replayMachine) !== undefined)
    })
  } catch {
    return true
  }
}

export function findSurvivingMutants(
  name: string,
  models: MachineModels,
  isIncluded: (mutant: Mutant) => boolean = () => true,
): Mutant[] {
  const record = readApprovedRecord(name)
  const [{ machine }] = Object.values(models.models) as [MachineModel]
  return createMutants(machine).filter((mutant) => isIncluded(mutant) && !isMutantKilled(mutant, models, record))
}
