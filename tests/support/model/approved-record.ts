/**
 * Approved record of a machine: a text that describes every step of a few paths, which together cover the machine. The text is
 * stored in the repository and reviewed when it changes. `npm run machines:approve` writes the record, and the tests replay it.
 * So the tests compare a machine with reviewed text, not with its own definition.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { coverPaths } from './cover-paths.ts'
import { exploreStates } from './explore.ts'
import { actionName, listStates, listTransitions, normalizeConfig } from './machine-config.ts'
import { labelEvents, type MachineModel, type MachineModels } from './model.ts'
import { type Coverage, type ReplayMachine, replayModel, replaySteps } from './replay.ts'

/** One path of a record: its events, and the text of each step, starting with the initial state. */
export interface ApprovedPath {
  events: string[]
  steps: string[]
}

export const approvedRecordPath = (name: string): string => `tests/machines/approved/${name}.txt`

const FILE_HEADER =
  'What each step shows. Written by `npm run machines:approve`; read every difference before it is kept.\n'

export function writeApprovedRecord(name: string, { models }: MachineModels): void {
  const sections = Object.entries(models).map(([title, model]) => {
    const paths = coverPaths(exploreStates(model), { coversPairs: model.coversPairs })
    const pathTexts = paths.map((path, index) => `path ${index + 1}\n${replayModel(model, path).join('\n')}\n`)
    return `== ${title}\n\n${pathTexts.join('\n')}`
  })
  mkdirSync(dirname(approvedRecordPath(name)), { recursive: true })
  writeFileSync(approvedRecordPath(name), `${FILE_HEADER}\n${sections.join('\n')}`)
}

/** Reads the paths of each model, by model title. Throws with instructions if the record is missing. */
export function readApprovedRecord(name: string): Record<string, ApprovedPath[]> {
  if (!existsSync(approvedRecordPath(name)))
    throw new Error(`'${name}' has no approved record: run npm run machines:approve`)
  const [, ...sections] = readFileSync(approvedRecordPath(name), 'utf8').split(/^== /m)
  return Object.fromEntries(
    sections.map((section) => {
      const [title = '', ...pathTexts] = section.split(/\n\npath \d+\n|\npath \d+\n/)
      return [title.trim(), pathTexts.map(parsePath)]
    }),
  )
}

function parsePath(text: string): ApprovedPath {
  // A step begins with a line that is indented by two spaces.
  const steps = text.trimEnd().split(/\n(?= {2}\S)/)
  return { steps, events: steps.slice(1).map((step) => step.split('\n')[0]!.trim()) }
}

/** Returns the path as indexes of the model's events. Throws if the model no longer has one of them. */
export function toEventIndices(model: MachineModel, { events }: ApprovedPath): number[] {
  const labels = labelEvents(model)
  return events.map((label) => {
    const index = labels.indexOf(label)
    if (index < 0) throw new Error(`The model has no '${label}': run npm run machines:approve`)
    return index
  })
}

/** Returns the first step that differs from the approved text, with the steps before it; `undefined` if all match. */
export function findFirstDifference(
  model: MachineModel,
  path: ApprovedPath,
  stage: ReplayMachine,
  coverage?: Coverage,
): { approved: string; shown: string } | undefined {
  const matchedSteps: string[] = []
  try {
    for (const actualStep of replaySteps(model, toEventIndices(model, path), stage, coverage)) {
      const expectedStep = path.steps[matchedSteps.length] ?? 'nothing'
      if (actualStep !== expectedStep) return withHistory(matchedSteps, expectedStep, actualStep)
      matchedSteps.push(actualStep)
    }
  } catch (error) {
    return withHistory(matchedSteps, path.steps[matchedSteps.length] ?? 'nothing', `  ${(error as Error).message}`)
  }
  return undefined
}

/** Summarises the earlier steps by their first lines. */
const withHistory = (earlierSteps: string[], approved: string, shown: string) => {
  const history = earlierSteps.map((step) => step.split('\n')[0]).join('\n')
  return { approved: `${history}\n${approved}`, shown: `${history}\n${shown}` }
}

/**
 * Returns everything that the record must cover: all branches, each guard both ways, and the states in which the machine can
 * wait for an event.
 */
export function listRequiredGoals(machine: AnyStateMachine): string[] {
  const config = normalizeConfig(machine)
  const branches = listTransitions(config).flatMap(({ key, branches }) =>
    branches.flatMap(({ guard }, index) => [
      `took ${key}|${index}`,
      ...(guard === undefined ? [] : [`guard ${key}|${index} true`, `guard ${key}|${index} false`]),
    ]),
  )
  const rests = listStates(config).flatMap(([id, { states, always }]) =>
    // The machine leaves a state with an unguarded `always` immediately.
    Object.keys(states).length > 0 || always.some(({ guard }) => guard === undefined) ? [] : [`rest ${id}`],
  )
  return [...branches, ...rests]
}

/** Returns implementations (guards, actions, actors, delays) that the definition does not name and no path ran. */
export function findUnusedImplementations(machine: AnyStateMachine, ranActors: ReadonlySet<string>): string[] {
  const config = normalizeConfig(machine)
  const usedNames = new Set([
    ...ranActors,
    ...listTransitions(config).flatMap(({ branches }) =>
      branches.flatMap(({ guard, actions }) => [...listGuardNames(guard), ...actions.map(actionName)]),
    ),
    ...listStates(config).flatMap(([, { entry, exit, invoke, after }]) => [
      ...[...entry, ...exit].map(actionName),
      ...invoke.map(({ src }) => String(src)),
      ...Object.keys(after),
    ]),
  ])
  const { guards, actions, actors, delays } = machine.implementations
  return [guards, actions, actors, delays]
    .flatMap((implementationsByName) => Object.keys(implementationsByName))
    .filter((name) => !usedNames.has(name))
}

function listGuardNames(guard: unknown): string[] {
  if (typeof guard === 'string') return [guard]
  if (typeof guard === 'function' && 'guards' in guard) return (guard.guards as unknown[]).flatMap(listGuardNames)
  return typeof guard === 'object' && guard !== null && 'type' in guard ? [String(guard.type)] : []
}
