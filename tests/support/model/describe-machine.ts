import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { recordMachine } from '../record-coverage.ts'
import { isSampled, SAMPLE_ONE_IN } from '../sampling.ts'
import {
  findFirstDifference,
  findUnusedImplementations,
  listRequiredGoals,
  readApprovedRecord,
  toEventIndices,
} from './approved-record.ts'
import { type EventPath, listGoals, tracePath } from './cover-paths.ts'
import { describeBrokenInvariants, exploreStates, findDeadlocks, type StateGraph } from './explore.ts'
import { instrumentMachine } from './instrument.ts'
import { normalizeConfig } from './machine-config.ts'
import type { MachineModel, MachineModels } from './model.ts'
import { createMutants, findSurvivingMutants, isMutantKilled, type Mutant } from './mutate-machine.ts'
import { createCoverage, prepareReplay } from './replay.ts'

/** Whether the tests try every mutant instead of a sample. */
const triesAll = process.env.MUTANTS === 'all' || SAMPLE_ONE_IN === 1

const isMutantSampled = ({ id }: Mutant) => triesAll || isSampled(id)

const EQUIVALENT_MUTANTS_FILE = 'tests/machines/approved/equivalent.txt'

/** Reads the equivalent mutants of a machine, which have no observable effect, each with the reason. */
function readEquivalentMutants(name: string): Record<string, string> {
  if (!existsSync(EQUIVALENT_MUTANTS_FILE)) return {}
  const [, ...sections] = readFileSync(EQUIVALENT_MUTANTS_FILE, 'utf8').split(/^== /m)
  const lines =
    sections
      .find((section) => section.startsWith(`${name}\n`))
      ?.split('\n')
      .slice(1) ?? []
  return Object.fromEntries(
    lines.filter((line) => line.includes(' — ')).map((line) => line.split(' — ') as [string, string]),
  )
}

/** Returns whether a file of the app subscribes to an event type of an actor. */
const hasListenerFor = (type: string, file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/\.on\(\s*'([\w.]+)'/g)].some(([, listenedType]) => listenedType === type)

/** Registers the tests of a machine from its models and its approved record. */
export function describeMachine(name: string, machineModels: MachineModels): void {
  const { models, unreachable = {}, listeners = {} } = machineModels
  const [{ machine }] = Object.values(models) as [MachineModel]
  describe(`the machine '${name}'`, () => {
    const explored: Record<string, StateGraph> = {}
    const getStateGraph = (title: string) => {
      explored[title] ??= exploreStates(models[title]!)
      return explored[title]
    }
    const coverage = createCoverage()
    const replayedPaths: Record<string, { path: EventPath; states: string[] }[]> = {}

    test.each(Object.keys(models))('replays every approved path without a difference: %s', (title) => {
      const paths = readApprovedRecord(name)[title] ?? []
      expect(paths.length, `no path is approved for '${title}'`).toBeGreaterThan(0)
      const model = models[title]!
      const replayMachine = prepareReplay(instrumentMachine(model.machine))
      for (const path of paths) {
        const difference = findFirstDifference(model, path, replayMachine, coverage)
        if (difference) expect(difference.shown).toBe(difference.approved)
        const events = toEventIndices(model, path).map((index) => model.events[index]!)
        replayedPaths[title] = [
          ...(replayedPaths[title] ?? []),
          { path: toEventIndices(model, path), states: coverage.states },
        ]
        for (const [sentence, isTrue] of Object.entries(model.emittedInvariants ?? {}))
          expect(isTrue(coverage.emitted as never, events), `${sentence}: ${path.events.join(', ')}`).toBe(true)
      }
    })

    test('has approved paths for every branch, both results of each guard and every state', () => {
      const reachedGoals = new Set([
        ...[...coverage.branches].map((branch) => `took ${branch}`),
        ...[...coverage.guards].map((guard) => `guard ${guard}`),
        ...[...coverage.restStates].map((state) => `rest ${state}`),
      ])
      expect(listRequiredGoals(machine).filter((goal) => !reachedGoals.has(goal))).toEqual(Object.keys(unreachable))
      expect(machine.id).toBe(name)
      recordMachine(name)
    })

    test.skipIf(process.env.MUTANTS === 'none').each(Object.keys(models))(
      'has approved paths for every effect, refused event and, if required, pair of branches: %s',
      (title) => {
        const traces = replayedPaths[title]!.map(({ path }) => tracePath(path, getStateGraph(title), models[title]))
        // Compares the states of the replay with the states that the model predicts.
        expect(replayedPaths[title]!.map(({ states }) => states)).toEqual(traces.map(({ states }) => states))
        const all = new Set(traces.flatMap(({ goals }) => [...goals]))
        expect([...listGoals(getStateGraph(title), models[title])].filter((goal) => !all.has(goal))).toEqual([])
      },
    )

    test('uses every declared guard, action, actor and delay', () =>
      expect(findUnusedImplementations(machine, coverage.actors)).toEqual([]))

    test('emits exactly the events that the files listed in the models listen to', () => {
      expect(Object.keys(listeners).sort()).toEqual([...coverage.emittedTypes].sort())
      const missingListeners = Object.entries(listeners).flatMap(([type, files]) =>
        files.filter((file) => !hasListenerFor(type, file)).map((file) => `${type} in ${file}`),
      )
      expect(missingListeners).toEqual([])
    })

    test.skipIf(process.env.MUTANTS === 'none')(
      'has approved paths that detect every mutant of the definition, except equivalent mutants',
      () => {
        // Checks first that the unchanged machine passes. Otherwise every mutant would count as killed.
        const unchanged = { id: 'unchanged', config: normalizeConfig(machine) }
        expect(isMutantKilled(unchanged, machineModels, readApprovedRecord(name))).toBe(false)
        const survivingMutants = findSurvivingMutants(name, machineModels, isMutantSampled)
        const equivalentMutants = readEquivalentMutants(name)
        expect(survivingMutants.map(({ id }) => id).filter((id) => !(id in equivalentMutants))).toEqual([])
        if (triesAll) {
          const ids = new Set(survivingMutants.map(({ id }) => id))
          expect(
            Object.keys(equivalentMutants).filter((id) => !ids.has(id)),
            'the approved paths now detect these mutants',
          ).toEqual([])
          console.log(`${name}: ${survivingMutants.length} of ${createMutants(machine).length} mutants survive`)
        }
      },
    )

    test.each(Object.entries(models))('has invariants: %s', (_, { invariants = {}, emittedInvariants = {} }) =>
      expect([...Object.keys(invariants), ...Object.keys(emittedInvariants)]).not.toEqual([]),
    )

    test.skipIf(process.env.MUTANTS === 'none').each(Object.keys(models))(
      'keeps the invariants in every reachable state, and has no deadlock: %s',
      (title) => {
        const model = models[title]!
        expect([
          ...describeBrokenInvariants(model, getStateGraph(title)),
          ...(model.isEndless ? [] : findDeadlocks(model, getStateGraph(title))),
        ]).toEqual([])
      },
    )
  })
}
