import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate'
import { evaluateGuard } from 'xstate/guards'
import { type ActionRef, configOf, machineOf, nameOf, type StateConfig, statesOf, transitionsOf } from './config.ts'

/** What a step showed: branches taken and guards asked (by key and place), actions in their order. */
export interface Shown {
  took: string[]
  guards: string[]
  did: string[]
}

/** The action that says what is done; pure transitions name it, running actors execute it. */
export const MARK = 'model.mark'

/** What a {@link MARK} says. */
export type Mark = { took: string } | { did: string }

/** More guards than this in one step are a loop that does not end. */
const GUARDS_IN_A_STEP = 5000

/** A machine that tells which of its branches are taken, which guards are asked and what is done. */
export interface Instrumented {
  machine: AnyStateMachine
  /** Gives what was shown since it was last asked. */
  takeShown: () => Shown
}

/**
 * Makes the machine tell what it does, without changing what that is. XState's own inspection names neither assignments
 * nor guards that refused.
 */
export function instrument(
  machine: AnyStateMachine,
  config: StateConfig = configOf(machine),
  delays: object = {},
): Instrumented {
  let shown: Shown = { took: [], guards: [], did: [] }
  const mark = (params: Mark): ActionRef => ({ type: MARK, params })
  const told = (actions: ActionRef[]) => actions.flatMap((action) => [mark({ did: nameOf(action) }), action])
  for (const { key, branches } of transitionsOf(config))
    for (const [index, branch] of branches.entries()) {
      branch.guard = watched(branch.guard, (says) => {
        shown.guards.push(`${key}|${index} ${says}`)
        if (shown.guards.length > GUARDS_IN_A_STEP) throw new Error(`'${key}' is taken again and again`)
      })
      branch.actions = [mark({ took: `${key}|${index}` }), ...told(branch.actions)]
    }
  for (const [, state] of statesOf(config)) {
    state.entry = told(state.entry)
    state.exit = told(state.exit)
  }
  const execute = (_: unknown, params: Mark) => {
    if ('took' in params) shown.took.push(params.took)
    else shown.did.push(params.did)
  }
  return {
    machine: machineOf(config, machine, { delays, actions: { [MARK]: execute } }),
    takeShown: () => {
      const taken = shown
      shown = { took: [], guards: [], did: [] }
      return taken
    },
  }
}

/** A guard that tells what it said; one that is absent says yes. Made as XState makes its own, to know the whole snapshot. */
function watched(guard: unknown, tell: (says: boolean) => void) {
  const watching = () => false
  watching.check = (
    snapshot: AnyMachineSnapshot,
    { context, event }: { context: AnyMachineSnapshot['context']; event: EventObject },
  ) => {
    const says = guard === undefined || evaluateGuard(guard as never, context, event, snapshot)
    tell(says)
    return says
  }
  return watching
}
