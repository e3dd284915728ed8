/**
 * The approved record of a machine: what every step of a few covering paths shows, in words, kept in the repository and
 * read by people when it changes. `npm run machines:approve` writes it; the tests replay it. A machine is thus held to what
 * somebody read, and never to what it says of itself.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { configOf, nameOf, statesOf, transitionsOf } from './config.ts'
import { cover } from './cover.ts'
import { explore } from './explore.ts'
import { labelsOf, type Model, type Models } from './model.ts'
import { type Coverage, replay, replayed, type Stage } from './replay.ts'

/** A path of a record: what happens, and what each step shows, the start first. */
export interface ApprovedPath {
  happenings: string[]
  steps: string[]
}

/** Where the record of a machine stands. */
export const recordOf = (name: string): string => `tests/machines/approved/${name}.txt`

const HEAD = 'What each step shows. Written by `npm run machines:approve`; read every difference before it is kept.\n'

/** Writes a record anew from the paths that cover the models now. */
export function approve(name: string, { models }: Models): void {
  const sections = Object.entries(models).map(([title, model]) => {
    const paths = cover(explore(model), { pairs: model.pairs })
    const told = paths.map((path, index) => `path ${index + 1}\n${replayed(model, path).join('\n')}\n`)
    return `== ${title}\n\n${told.join('\n')}`
  })
  mkdirSync(dirname(recordOf(name)), { recursive: true })
  writeFileSync(recordOf(name), `${HEAD}\n${sections.join('\n')}`)
}

/** Reads a record: the paths of each model, by its title. Throws with what to do where there is none. */
export function approved(name: string): Record<string, ApprovedPath[]> {
  if (!existsSync(recordOf(name))) throw new Error(`'${name}' has no approved record: run npm run machines:approve`)
  const [, ...sections] = readFileSync(recordOf(name), 'utf8').split(/^== /m)
  return Object.fromEntries(
    sections.map((section) => {
      const [title = '', ...told] = section.split(/\n\npath \d+\n|\npath \d+\n/)
      return [title.trim(), told.map(pathOf)]
    }),
  )
}

function pathOf(text: string): ApprovedPath {
  // A step begins with a line that is indented by two.
  const steps = text.trimEnd().split(/\n(?= {2}\S)/)
  return { steps, happenings: steps.slice(1).map((step) => step.split('\n')[0]!.trim()) }
}

/** The path of a record in the happenings of its model; throws where the model no longer has one of them. */
export function pathIn(model: Model, { happenings }: ApprovedPath): number[] {
  const labels = labelsOf(model)
  return happenings.map((label) => {
    const index = labels.indexOf(label)
    if (index < 0) throw new Error(`The model has no '${label}': run npm run machines:approve`)
    return index
  })
}

/** The first step that does not show what was approved, told with the way to it; `undefined` where all do. */
export function difference(
  model: Model,
  path: ApprovedPath,
  stage: Stage,
  coverage?: Coverage,
): { approved: string; shown: string } | undefined {
  const told: string[] = []
  try {
    for (const shown of replay(model, pathIn(model, path), stage, coverage)) {
      const wanted = path.steps[told.length] ?? 'nothing'
      if (shown !== wanted) return asTold(told, wanted, shown)
      told.push(shown)
    }
  } catch (error) {
    return asTold(told, path.steps[told.length] ?? 'nothing', `  ${(error as Error).message}`)
  }
  return undefined
}

/** What came before is told by its first lines: how one gets there. */
const asTold = (before: string[], approved: string, shown: string) => {
  const way = before.map((step) => step.split('\n')[0]).join('\n')
  return { approved: `${way}\n${approved}`, shown: `${way}\n${shown}` }
}

/** Everything that must be seen of a machine: its branches, each guard both ways, the states it can rest in. */
export function wanted(machine: AnyStateMachine): string[] {
  const config = configOf(machine)
  const branches = transitionsOf(config).flatMap(({ key, branches }) =>
    branches.flatMap(({ guard }, index) => [
      `took ${key}|${index}`,
      ...(guard === undefined ? [] : [`guard ${key}|${index} true`, `guard ${key}|${index} false`]),
    ]),
  )
  const rests = statesOf(config).flatMap(([id, { states, always }]) =>
    // A state that an `always` without a guard leaves at once is never rested in.
    Object.keys(states).length > 0 || always.some(({ guard }) => guard === undefined) ? [] : [`rest ${id}`],
  )
  return [...branches, ...rests]
}

/** Guards, actions, actors and delays that a machine is set up with and that neither its definition names nor a path `ran`. */
export function unused(machine: AnyStateMachine, ran: ReadonlySet<string>): string[] {
  const config = configOf(machine)
  const named = new Set([
    ...ran,
    ...transitionsOf(config).flatMap(({ branches }) =>
      branches.flatMap(({ guard, actions }) => [...guardNames(guard), ...actions.map(nameOf)]),
    ),
    ...statesOf(config).flatMap(([, { entry, exit, invoke, after }]) => [
      ...[...entry, ...exit].map(nameOf),
      ...invoke.map(({ src }) => String(src)),
      ...Object.keys(after),
    ]),
  ])
  const { guards, actions, actors, delays } = machine.implementations
  return [guards, actions, actors, delays].flatMap((of) => Object.keys(of)).filter((name) => !named.has(name))
}

function guardNames(guard: unknown): string[] {
  if (typeof guard === 'string') return [guard]
  if (typeof guard === 'function' && 'guards' in guard) return (guard.guards as unknown[]).flatMap(guardNames)
  return typeof guard === 'object' && guard !== null && 'type' in guard ? [String(guard.type)] : []
}
