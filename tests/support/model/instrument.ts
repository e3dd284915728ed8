import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate'
import { evaluateGuard } from 'xstate/guards'
import {
  type ActionRef,
  actionName,
  buildMachine,
  listStates,
  listTransitions,
  normalizeConfig,
  type StateConfig,
} from './machine-config.ts'

/** Observations of a step: branches taken and guards evaluated (by key and index), and actions in order. */
export interface StepTrace {
  branches: string[]
  guards: string[]
  actions: string[]
}

/** Marker action that reports a branch or an action. Pure transitions return the action. Running actors execute the action. */
export const TRACE_ACTION = 'model.mark'

export type TraceParams = { took: string } | { did: string }

/** Maximum number of guards evaluated in one step. A higher number indicates an endless loop. */
const MAX_GUARDS_PER_STEP = 5000

/** Machine that reports the branches taken, the guards evaluated and the actions run. */
export interface InstrumentedMachine {
  machine: AnyStateMachine
  /** Returns the observations since the last call. */
  takeTrace: () => StepTrace
}

/**
 * Instruments a machine without changing its behaviour. XState's own inspection reports neither assignments nor guards that
 * returned false.
 */
export function instrumentMachine(
  machine: AnyStateMachine,
  config: StateConfig = normalizeConfig(machine),
  delays: object = {},
): InstrumentedMachine {
  let trace: StepTrace = { branches: [], guards: [], actions: [] }
  const mark = (params: TraceParams): ActionRef => ({ type: TRACE_ACTION, params })
  const withMarkers = (actions: ActionRef[]) => actions.flatMap((action) => [mark({ did: actionName(action) }), action])
  for (const { key, branches } of listTransitions(config))
    for (const [index, branch] of branches.entries()) {
      branch.guard = traceGuard(branch.guard, (result) => {
        trace.guards.push(`${key}|${index} ${result}`)
        if (trace.guards.length > MAX_GUARDS_PER_STEP) throw new Error(`The machine takes '${key}' in an endless loop`)
      })
      branch.actions = [mark({ took: `${key}|${index}` }), ...withMarkers(branch.actions)]
    }
  for (const [, state] of listStates(config)) {
    state.entry = withMarkers(state.entry)
    state.exit = withMarkers(state.exit)
  }
  const execute = (_: unknown, params: TraceParams) => {
    if ('took' in params) trace.branches.push(params.took)
    else trace.actions.push(params.did)
  }
  return {
    machine: buildMachine(config, machine, { delays, actions: { [TRACE_ACTION]: execute } }),
    takeTrace: () => {
      const finishedTrace = trace
      trace = { branches: [], guards: [], actions: [] }
      return finishedTrace
    },
  }
}

/**
 * Wraps a guard to report its result. A missing guard returns true. The wrapper has the shape of XState's combined guards, which
 * receive the whole snapshot.
 */
function traceGuard(guard: unknown, onResult: (result: boolean) => void) {
  const tracingGuard = () => false
  tracingGuard.check = (
    snapshot: AnyMachineSnapshot,
    { context, event }: { context: AnyMachineSnapshot['context']; event: EventObject },
  ) => {
    const result = guard === undefined || evaluateGuard(guard as never, context, event, snapshot)
    onResult(result)
    return result
  }
  return tracingGuard
}
