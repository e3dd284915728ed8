/**
 * Reads a machine's definition into one normal form that tests can inspect and change. Every transition is a list of objects.
 * Actions, tags and invocations are lists. Functions are stored by reference.
 */
import { type AnyStateMachine, createMachine } from 'xstate'

/** Action by name, with parameters, or as an inline function. */
export type ActionRef = string | { type: string; params?: unknown } | ((...args: never[]) => unknown)

export interface Branch {
  target?: string | readonly string[]
  guard?: unknown
  actions: ActionRef[]
  reenter?: boolean
}

export interface Invocation {
  id?: string
  src: unknown
  input?: unknown
  onDone?: Branch[]
  onError?: Branch[]
  onSnapshot?: Branch[]
}

/** State of a definition in normal form. */
export interface StateConfig {
  id?: string
  type?: string
  initial?: string | { target: string }
  context?: unknown
  entry: ActionRef[]
  exit: ActionRef[]
  tags: string[]
  invoke: Invocation[]
  on: Record<string, Branch[]>
  after: Record<string, Branch[]>
  always: Branch[]
  onDone: Branch[]
  states: Record<string, StateConfig>
}

/** Branches of one transition, and the state's id. `key` is unique in a machine, for example `list.load|page.requested`. */
export interface TransitionGroup {
  key: string
  state: string
  branches: Branch[]
}

const toArray = <T>(value: unknown): T[] =>
  value === undefined ? [] : Array.isArray(value) ? [...(value as T[])] : [value as T]

const toBranches = (value: unknown): Branch[] =>
  // A transition of `undefined` forbids the event, as an empty transition does.
  (value === undefined ? [{}] : toArray<string | Partial<Branch>>(value)).map((branch) =>
    typeof branch === 'string'
      ? { target: branch, actions: [] }
      : { ...branch, actions: toArray<ActionRef>(branch.actions) },
  )

const mapRecord = <T, U>(
  record: Record<string, T> | undefined,
  change: (value: T, key: string) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(record ?? {}).map(([key, value]) => [key, change(value, key)]))

function normalizeState(config: Record<string, unknown>): StateConfig {
  const optional = (name: string) => (config[name] === undefined ? [] : toBranches(config[name]))
  return {
    ...(config as object),
    entry: toArray(config.entry),
    exit: toArray(config.exit),
    tags: toArray(config.tags),
    invoke: toArray<Record<string, unknown>>(config.invoke).map((invoked) => {
      const { onDone, onError, onSnapshot } = invoked
      return {
        ...(invoked as unknown as Invocation),
        ...(onDone !== undefined && { onDone: toBranches(onDone) }),
        ...(onError !== undefined && { onError: toBranches(onError) }),
        ...(onSnapshot !== undefined && { onSnapshot: toBranches(onSnapshot) }),
      }
    }),
    on: mapRecord(config.on as Record<string, unknown>, toBranches),
    after: mapRecord(config.after as Record<string, unknown>, toBranches),
    always: optional('always'),
    onDone: optional('onDone'),
    states: mapRecord(config.states as Record<string, Record<string, unknown>>, normalizeState),
  }
}

/** Returns a copy of the definition that may be changed. */
export const normalizeConfig = ({ config }: { config: object }): StateConfig =>
  normalizeState(config as Record<string, unknown>)

/** Creates a machine from a changed definition, with the implementations of `machine` overridden by `more`. */
export function buildMachine(
  config: StateConfig,
  machine: AnyStateMachine,
  more: { delays?: object; actions?: object } = {},
): AnyStateMachine {
  const { implementations } = machine
  return createMachine(
    config as never,
    {
      ...implementations,
      actions: { ...implementations.actions, ...more.actions },
      delays: { ...implementations.delays, ...more.delays },
    } as never,
  ) as unknown as AnyStateMachine
}

/** Returns every state with its id, the root first. */
export function listStates(config: StateConfig, id = config.id ?? '(machine)'): [id: string, state: StateConfig][] {
  return [
    [id, config],
    ...Object.entries(config.states).flatMap(([name, state]) => listStates(state, state.id ?? `${id}.${name}`)),
  ]
}

export function listTransitions(config: StateConfig): TransitionGroup[] {
  return listStates(config).flatMap(([state, node]) => {
    const toGroup = (key: string, branches: Branch[] | undefined) =>
      branches && branches.length > 0 ? [{ key: `${state}|${key}`, state, branches }] : []
    return [
      ...Object.entries(node.on).flatMap(([type, branches]) => toGroup(type, branches)),
      ...Object.entries(node.after).flatMap(([delay, branches]) => toGroup(`after ${delay}`, branches)),
      ...toGroup('always', node.always),
      ...toGroup('done', node.onDone),
      ...node.invoke.flatMap(({ id, onDone, onError, onSnapshot }) => [
        ...toGroup(`${id} answers`, onDone),
        ...toGroup(`${id} fails`, onError),
        ...toGroup(`${id} tells`, onSnapshot),
      ]),
    ]
  })
}

/** Returns the name that records show for an action. */
export const actionName = (action: ActionRef): string =>
  typeof action === 'string' ? action : typeof action === 'function' ? 'inline' : action.type
