import { relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { tryInPlace } from './support/mutants/in-place.ts'
import { PARTS, type Part } from './support/mutants/parts.ts'

/** A mutant and what became of it, as both ways of trying it tell it. */
interface Mutant {
  fileName: string
  mutatorName: string
  replacement?: string | undefined
  location: { start: { line: number; column: number } }
  status: string
}

/** Lets Stryker try each mutant in a process of its own, as slow as that is. */
const tryApart = (name: string, files: readonly string[]): Promise<Mutant[]> =>
  new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // The tests are named already; to look through all of them for those that import a file takes longer than to run them.
    vitest: { configFile: 'vitest.mutants.config.ts', related: false },
    // Stryker would rewrite the real one by a call that TypeScript 7 has no more.
    tsconfigFile: 'none.json',
    // A constant is made when its module is loaded, and is as worth a test as anything else.
    ignoreStatic: false,
    concurrency: Number(process.env['MUTANTS_AT_ONCE'] ?? 2),
    reporters: ['progress-append-only'],
    // A busy machine makes a mutant slow, not noticed; one that goes round for ever is stopped by its count of hits.
    timeoutMS: 90_000,
    dryRunTimeoutMinutes: 60,
    ignorePatterns: ['/artifacts', '/dist', '/.data*', '/demo/models'],
    tempDirName: `artifacts/mutants-${name}`,
    warnings: false,
  }).runMutationTest()

/**
 * `npm run mutants:deep`: changes the code of a part in every way that Stryker knows, one at a time, and lists what no test
 * notices. Behind `--` a part, or files of it: `-- rules`, `-- rules src/machines/rules/filters.ts`, and behind them the tests
 * to try them with, where those of the part are not meant. Without one all parts.
 * `--apart` gives each mutant a process of its own.
 */
async function run(name: string, part: Part, named: readonly string[], isApart: boolean): Promise<boolean> {
  const { floor, floors = {}, skipsLoading = false } = part
  const files = named.filter((file) => !file.startsWith('tests/'))
  const chosen = named.filter((file) => file.startsWith('tests/'))
  const tests = chosen.length > 0 ? chosen : part.tests
  const mutated = files.length > 0 ? files : part.mutate
  // Read by `vitest.mutants.config.ts`, also in the processes that Stryker starts.
  process.env['MUTANTS_TESTS'] = tests.join(' ')
  // The tests of machines would break them themselves besides, which says nothing of the rules.
  process.env['MUTANTS'] = 'none'
  const mutants: Mutant[] = isApart ? await tryApart(name, mutated) : await tryInPlace(mutated, skipsLoading)

  for (const { fileName, location, mutatorName, replacement } of mutants.filter(isMissed)) {
    // Stryker counts lines and columns from 1 in what it tells, and from 0 in what it plans.
    const [line, column] = [location.start.line + (isApart ? 0 : 1), location.start.column + (isApart ? 0 : 1)]
    console.log(`${nameOf(fileName)}:${line}:${column} ${mutatorName} → ${replacement?.replace(/\s+/g, ' ')}`)
  }
  const names = [...new Set(mutants.map(({ fileName }) => nameOf(fileName)))].sort()
  let isGood = true
  const judge = (title: string, of: readonly Mutant[], least: number | undefined) => {
    const counted = of.filter(isTried)
    const missed = counted.filter(isMissed).length
    const share =
      counted.length === 0 ? (of.length === 0 ? 100 : 0) : ((counted.length - missed) / counted.length) * 100
    const isLow = least !== undefined && share < least
    if (isLow) isGood = false
    const noticed = `${counted.length - missed} of ${counted.length}`
    const left = of.length > counted.length ? `, ${of.length - counted.length} not tried` : ''
    console.log(`${title}: ${share.toFixed(1)} % (${noticed}${left})${isLow ? `, and ${least} % are wanted` : ''}`)
  }
  for (const file of names) {
    judge(
      file,
      mutants.filter(({ fileName }) => nameOf(fileName) === file),
      floors[file],
    )
  }
  judge(name, mutants, named.length > 0 ? undefined : floor)
  return isGood
}

const nameOf = (file: string) => relative(process.cwd(), file)
const isMissed = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage'
const isTried = (mutant: Mutant) => isMissed(mutant) || mutant.status === 'Killed' || mutant.status === 'Timeout'

const isApart = process.argv.includes('--apart')
const [wanted, ...files] = process.argv.slice(2).filter((it) => it !== '--apart')
const parts = Object.entries(PARTS).filter(([name]) => wanted === undefined || name === wanted)
if (parts.length === 0) throw new Error(`No part is called ${wanted}: there are ${Object.keys(PARTS).join(', ')}.`)
for (const [name, part] of parts) if (!(await run(name, part, files, isApart))) process.exitCode = 1
