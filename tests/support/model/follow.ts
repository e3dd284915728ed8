import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { drawnNumber } from '../drawn.ts'
import { followed } from '../seen.ts'
import { approve, approved, difference, pathIn, unused, wanted } from './approved.ts'
import { configOf } from './config.ts'
import { goalsIn, type Path, shownOn } from './cover.ts'
import { brokenSentences, type Explored, explore, traps } from './explore.ts'
import { instrument } from './instrument.ts'
import type { Model, Models } from './model.ts'
import { isNoticed, type Mutant, mutantsOf, survivors } from './mutate.ts'
import { noCoverage, stageOf } from './replay.ts'

/** One of so many mutants is tried in an ordinary run; `MUTANTS=all` tries each. */
const ONE_OF = process.env.MUTANTS === 'all' ? 1 : 8

const isDrawn = ({ id }: Mutant) => drawnNumber(id, ONE_OF) === 0

const EQUIVALENTS = 'tests/machines/approved/equivalent.txt'

/** Mutants of a machine that change nothing anybody could see, each with its reason. */
function equivalents(name: string): Record<string, string> {
  if (!existsSync(EQUIVALENTS)) return {}
  const [, ...sections] = readFileSync(EQUIVALENTS, 'utf8').split(/^== /m)
  const lines =
    sections
      .find((section) => section.startsWith(`${name}\n`))
      ?.split('\n')
      .slice(1) ?? []
  return Object.fromEntries(
    lines.filter((line) => line.includes(' — ')).map((line) => line.split(' — ') as [string, string]),
  )
}

/** Whether a file of the app listens to an actor for events of such a type. */
const listensFor = (type: string, file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/\.on\(\s*'([\w.]+)'/g)].some(([, heard]) => heard === type)

/** The tests of a machine that its models and its approved record make. */
export function followsRecord(name: string, given: Models): void {
  const { models, unreachable = {}, listeners = {} } = given
  const [{ machine }] = Object.values(models) as [Model]
  describe(`the machine '${name}'`, () => {
    if (process.env.APPROVE) test('is approved', () => approve(name, given))
    const explored: Record<string, Explored> = {}
    const exploredOf = (title: string) => {
      explored[title] ??= explore(models[title]!)
      return explored[title]
    }
    const coverage = noCoverage()
    const walked: Record<string, { path: Path; states: string[] }[]> = {}

    test.each(Object.keys(models))('goes as approved: %s', (title) => {
      const paths = approved(name)[title] ?? []
      expect(paths.length, `no path is approved for '${title}'`).toBeGreaterThan(0)
      const model = models[title]!
      const stage = stageOf(instrument(model.machine))
      for (const path of paths) {
        const found = difference(model, path, stage, coverage)
        if (found) expect(found.shown).toBe(found.approved)
        const happenings = pathIn(model, path).map((index) => model.happenings[index]!)
        walked[title] = [...(walked[title] ?? []), { path: pathIn(model, path), states: coverage.states }]
        for (const [sentence, isTrue] of Object.entries(model.tells ?? {}))
          expect(isTrue(coverage.emitted as never, happenings), `${sentence}: ${path.happenings.join(', ')}`).toBe(true)
      }
    })

    test('shows every branch, each guard both ways and every state on those paths', () => {
      const shown = new Set([
        ...[...coverage.took].map((branch) => `took ${branch}`),
        ...[...coverage.guards].map((guard) => `guard ${guard}`),
        ...[...coverage.rests].map((state) => `rest ${state}`),
      ])
      expect(wanted(machine).filter((goal) => !shown.has(goal))).toEqual(Object.keys(unreachable))
      expect(machine.id).toBe(name)
      followed(name)
    })

    test.skipIf(process.env.MUTANTS === 'none').each(Object.keys(models))(
      'shows on those paths what each event changes, where it is refused and what follows on wish: %s',
      (title) => {
        const shown = walked[title]!.map(({ path }) => shownOn(path, exploredOf(title), models[title]))
        // What is predicted and does not happen is a fault of the model.
        expect(walked[title]!.map(({ states }) => states)).toEqual(shown.map(({ states }) => states))
        const all = new Set(shown.flatMap(({ goals }) => [...goals]))
        expect([...goalsIn(exploredOf(title), models[title])].filter((goal) => !all.has(goal))).toEqual([])
      },
    )

    test('uses all that it is set up with', () => expect(unused(machine, coverage.ran)).toEqual([]))

    test('tells only what is heard where its models say it is', () => {
      expect(Object.keys(listeners).sort()).toEqual([...coverage.told].sort())
      const deaf = Object.entries(listeners).flatMap(([type, files]) =>
        files.filter((file) => !listensFor(type, file)).map((file) => `${type} in ${file}`),
      )
      expect(deaf).toEqual([])
    })

    test.skipIf(process.env.MUTANTS === 'none')('is noticed where its definition is wrong', () => {
      // Else everything would seem to be noticed.
      const whole = { id: 'unchanged', config: configOf(machine) }
      expect(isNoticed(whole, given, approved(name))).toBe(false)
      const missed = survivors(name, given, isDrawn)
      const known = equivalents(name)
      expect(missed.map(({ id }) => id).filter((id) => !(id in known))).toEqual([])
      if (ONE_OF === 1) {
        const ids = new Set(missed.map(({ id }) => id))
        expect(
          Object.keys(known).filter((id) => !ids.has(id)),
          'these are noticed now',
        ).toEqual([])
        console.log(`${name}: ${missed.length} of ${mutantsOf(machine).length} mutants live`)
      }
    })

    test.skipIf(process.env.MUTANTS === 'none').each(Object.keys(models))(
      'holds what is said of it in every situation, and waits for nothing for ever: %s',
      (title) => {
        const model = models[title]!
        expect([
          ...brokenSentences(model, exploredOf(title)),
          ...(model.isEndless ? [] : traps(model, exploredOf(title))),
        ]).toEqual([])
      },
    )
  })
}
