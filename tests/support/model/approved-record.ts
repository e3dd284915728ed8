/**
 * Approved record of a machine: a text that describes every step of a few paths, which together cover the machine. The text is
 * stored in the repository, and changes are reviewed. `npm run machines:approve` writes the record, and the tests replay its
 * paths. So the tests compare a machine with reviewed text, not with the machine's own definition.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { AnyStateMachine } from 'xstate'
import { coverPaths } from './cover-paths.ts'
import { exploreStates } from './explore.ts'
import { actionName, listStates, listTransitions, normalizeConfig } from './machine-config.ts'
import { labelEvents, type MachineModel, type MachineModels } from './model.ts'
import { type Coverage, joinInLines, type ReplayMachine, replayModel, replaySteps, TARGET_ARROW } from './replay.ts'

/** One path of a record: its events, and the text of each step, starting with the initial state. */
export interface ApprovedPath {
  events: string[]
  steps: string[]
}

export const approvedRecordPath = (name: string): string => `tests/machines/approved/${name}.txt`

const FILE_HEADER =
  'Expected behaviour. Written by `npm run machines:approve`; read every difference before you commit it.\n'

/** Separates events without effect, which share a line of the record. */
const EVENT_SEPARATOR = ' | '
const NO_EFFECT_PREFIX = '  no effect: '

/** Returns the text of the record that the models' current behaviour gives. */
export function formatApprovedRecord({ models }: MachineModels): string {
  const [{ machine }] = Object.values(models) as [MachineModel]
  const sections = Object.entries(models).map(([title, model]) => {
    const paths = coverPaths(exploreStates(model), { coversPairs: model.coversPairs })
    const pathTexts = paths.map((path, index) => `path ${index + 1}\n${formatSteps(replayModel(model, path))}\n`)
    return `== ${title}\n\n${pathTexts.join('\n')}`
  })
  const guards = joinInLines(listGuards(machine), ', ', '  ')
  return `${[FILE_HEADER, ...(guards.length > 0 ? [`guards\n${guards.join('\n')}\n`] : []), ...sections].join('\n')}`
}

/** Formats the steps of a path. Consecutive events without effect share a line. */
function formatSteps(steps: readonly string[]): string {
  const lines: string[] = []
  let ineffectiveEvents: string[] = []
  const flush = () => {
    lines.push(...joinInLines(ineffectiveEvents, EVENT_SEPARATOR, NO_EFFECT_PREFIX))
    ineffectiveEvents = []
  }
  for (const step of steps) {
    const label = eventLabel(step)
    if (label.includes(EVENT_SEPARATOR)) throw new Error(`The record cannot show the event '${label}'`)
    // A step without effect consists of its event only.
    if (step.trim() === label) ineffectiveEvents.push(label)
    else {
      flush()
      lines.push(step)
    }
  }
  flush()
  return lines.join('\n')
}

/** Returns the event of a step, as `labelEvents` names it. */
const eventLabel = (step: string): string => step.trim().split('\n')[0]!.split(TARGET_ARROW)[0]!

/** Reads the paths of each model, by model title. Throws with instructions if the record is missing. */
export function readApprovedRecord(name: string): Record<string, ApprovedPath[]> {
  if (!existsSync(approvedRecordPath(name)))
    throw new Error(`'${name}' has no approved record: run npm run machines:approve -- ${name}`)
  return parseRecord(readFileSync(approvedRecordPath(name), 'utf8'))
}

export function parseRecord(text: string): Record<string, ApprovedPath[]> {
  const [, ...sections] = text.split(/^== /m)
  return Object.fromEntries(
    sections.map((section) => {
      const [title = '', ...pathTexts] = section.split(/\n\npath \d+\n|\npath \d+\n/)
      return [title.trim(), pathTexts.map(parsePath)]
    }),
  )
}

function parsePath(text: string): ApprovedPath {
  // A step begins with a line that is indented by two spaces.
  const steps = text
    .trimEnd()
    .split(/\n(?= {2}\S)/)
    .flatMap((step) =>
      step.startsWith(NO_EFFECT_PREFIX)
        ? step
            .slice(NO_EFFECT_PREFIX.length)
            .split(EVENT_SEPARATOR)
            .map((label) => `  ${label}`)
        : [step],
    )
  return { steps, events: steps.slice(1).map(eventLabel) }
}

/** Returns the path as indexes of the model's events. Throws if the model lacks an event of the path. */
export function toEventIndices(model: MachineModel, { events }: ApprovedPath): number[] {
  const labels = labelEvents(model)
  return events.map((label) => {
    const index = labels.indexOf(label)
    if (index < 0) throw new Error(`The model has no event '${label}': run npm run machines:approve`)
    return index
  })
}

/** Returns the first step that differs from the approved text, with a summary of the earlier steps. `undefined` if all match. */
export function findFirstDifference(
  model: MachineModel,
  path: ApprovedPath,
  replayMachine: ReplayMachine,
  coverage?: Coverage,
): { approved: string; shown: string } | undefined {
  const matchedSteps: string[] = []
  try {
    for (const actualStep of replaySteps(model, toEventIndices(model, path), replayMachine, coverage)) {
      const expectedStep = path.steps[matchedSteps.length] ?? 'nothing'
      if (actualStep !== expectedStep) return withHistory(matchedSteps, expectedStep, actualStep)
      matchedSteps.push(actualStep)
    }
  } catch (error) {
    return withHistory(matchedSteps, path.steps[matchedSteps.length] ?? 'nothing', `  ${(error as Error).message}`)
  }
  return undefined
}

/** Prefixes both texts with the first lines of the earlier steps. */
const withHistory = (earlierSteps: string[], approved: string, shown: string) => {
  const history = earlierSteps.map((step) => step.split('\n')[0]).join('\n')
  return { approved: `${history}\n${approved}`, shown: `${history}\n${shown}` }
}

/**
 * Returns everything that the record must cover: all branches, both results of each guard, and the states in which the machine
 * can wait for an event.
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

/** Returns the names of all guards of the definition, sorted. */
const listGuards = (machine: AnyStateMachine): string[] =>
  [
    ...new Set(
      listTransitions(normalizeConfig(machine)).flatMap(({ branches }) =>
        branches.flatMap(({ guard }) => listGuardNames(guard)),
      ),
    ),
  ].sort()

function listGuardNames(guard: unknown): string[] {
  if (typeof guard === 'string') return [guard]
  if (typeof guard === 'function' && 'guards' in guard) return (guard.guards as unknown[]).flatMap(listGuardNames)
  return typeof guard === 'object' && guard !== null && 'type' in guard ? [String(guard.type)] : []
}
