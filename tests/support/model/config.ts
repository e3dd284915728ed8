/**
 * A machine's definition in one form, so that it can be read and changed: every transition is an object in a list, every
 * list of actions, tags and invocations is a list. Functions are kept by reference.
 */
import { type AnyStateMachine, createMachine } from 'xstate'

/** An action as a definition names it, or one that stands inline. */
export type ActionRef = string | { type: string; params?: unknown } | ((...args: never[]) => unknown)

/** One branch of a transition. */
export interface Branch {
  target?: string | readonly string[]
  guard?: unknown
  actions: ActionRef[]
  reenter?: boolean
}

/** An invoked actor. */
export interface Invocation {
  id?: string
  src: unknown
  input?: unknown
  onDone?: Branch[]
  onError?: Branch[]
  onSnapshot?: Branch[]
}

/** A state. */
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

/** A list of branches and where it stands: `key` is unique in a machine, as in `list.load|page.requested`. */
export interface Transitions {
  key: string
  state: string
  branches: Branch[]
}

const listOf = <T>(value: unknown): T[] =>
  value === undefined ? [] : Array.isArray(value) ? [...(value as T[])] : [value as T]

const branchesOf = (value: unknown): Branch[] =>
  // `undefined` as a transition forbids the event, as an empty one does.
  (value === undefined ? [{}] : listOf<string | Partial<Branch>>(value)).map((branch) =>
    typeof branch === 'string'
      ? { target: branch, actions: [] }
      : { ...branch, actions: listOf<ActionRef>(branch.actions) },
  )

const eachOf = <T, U>(record: Record<string, T> | undefined, change: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record ?? {}).map(([key, value]) => [key, change(value, key)]))

function normal(raw: Record<string, unknown>): StateConfig {
  const optional = (name: string) => (raw[name] === undefined ? [] : branchesOf(raw[name]))
  return {
    ...(raw as object),
    entry: listOf(raw.entry),
    exit: listOf(raw.exit),
    tags: listOf(raw.tags),
    invoke: listOf<Record<string, unknown>>(raw.invoke).map((invoked) => {
      const { onDone, onError, onSnapshot } = invoked
      return {
        ...(invoked as unknown as Invocation),
        ...(onDone !== undefined && { onDone: branchesOf(onDone) }),
        ...(onError !== undefined && { onError: branchesOf(onError) }),
        ...(onSnapshot !== undefined && { onSnapshot: branchesOf(onSnapshot) }),
      }
    }),
    on: eachOf(raw.on as Record<string, unknown>, branchesOf),
    after: eachOf(raw.after as Record<string, unknown>, branchesOf),
    always: optional('always'),
    onDone: optional('onDone'),
    states: eachOf(raw.states as Record<string, Record<string, unknown>>, normal),
  }
}

/** A copy of the definition that may be changed. */
export const configOf = ({ config }: { config: object }): StateConfig => normal(config as Record<string, unknown>)

/** The machine of a changed definition, with the same guards, actions, delays and actors unless others are given. */
export function machineOf(
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

/** Every state with its id, the machine's own first. */
export function statesOf(config: StateConfig, id = config.id ?? '(machine)'): [id: string, state: StateConfig][] {
  return [
    [id, config],
    ...Object.entries(config.states).flatMap(([name, state]) => statesOf(state, state.id ?? `${id}.${name}`)),
  ]
}

/** Every transition of the definition. */
export function transitionsOf(config: StateConfig): Transitions[] {
  return statesOf(config).flatMap(([state, node]) => {
    const named = (key: string, branches: Branch[] | undefined) =>
      branches && branches.length > 0 ? [{ key: `${state}|${key}`, state, branches }] : []
    return [
      ...Object.entries(node.on).flatMap(([type, branches]) => named(type, branches)),
      ...Object.entries(node.after).flatMap(([delay, branches]) => named(`after ${delay}`, branches)),
      ...named('always', node.always),
      ...named('done', node.onDone),
      ...node.invoke.flatMap(({ id, onDone, onError, onSnapshot }) => [
        ...named(`${id} answers`, onDone),
        ...named(`${id} fails`, onError),
        ...named(`${id} tells`, onSnapshot),
      ]),
    ]
  })
}

/** What an action is called in a record. */
export const nameOf = (action: ActionRef): string =>
  typeof action === 'string' ? action : typeof action === 'function' ? 'inline' : action.type
