import { relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

/** What is mutated, what tries it, and the share of mutants that must be noticed, in percent. */
interface Part {
  mutate: string[]
  /** Only these are run, each mutant by those that reach it. */
  tests: string[]
  floor: number
  /** Files that must do better than their part. */
  floors?: Record<string, number>
}

const UPLOAD = ['src/api/upload.ts', 'src/api/upload-stack.ts']

const PARTS: Record<string, Part> = {
  rules: {
    mutate: ['src/machines/rules/**/*.ts'],
    tests: ['tests/machines/**/*.test.ts'],
    floor: 85,
    floors: { 'src/machines/rules/filters.ts': 90 },
  },
  contract: {
    mutate: ['src/api/contract/**/*.ts'],
    tests: ['tests/api/contract/**/*.test.ts', 'tests/api/http*.test.ts'],
    floor: 85,
  },
  api: {
    mutate: ['src/api/*.ts', ...UPLOAD.map((file) => `!${file}`)],
    tests: ['tests/api/!(upload|upload-resume).test.ts'],
    floor: 85,
  },
  // Apart, for its tests send files to a whole server and take long.
  upload: { mutate: UPLOAD, tests: ['tests/api/upload.test.ts', 'tests/api/upload-resume.test.ts'], floor: 85 },
  handlers: { mutate: ['server/handlers/**/*.ts'], tests: ['tests/server/handlers/**/*.test.ts'], floor: 70 },
}

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

/**
 * `npm run mutants:deep`: changes the code of a part in every way that Stryker knows, one at a time, and lists what no test
 * notices. Behind `--` a part, or files of it: `-- rules`, `-- rules src/machines/rules/filters.ts`. Without one all parts.
 */
async function run(name: string, { mutate, tests, floor, floors = {} }: Part, files: string[]): Promise<boolean> {
  // Read by `vitest.mutants.config.ts`, in the processes that Stryker starts.
  process.env['MUTANTS_TESTS'] = tests.join(',')
  // The tests of machines would break them themselves besides, which says nothing of the rules.
  process.env['MUTANTS'] = 'none'
  const mutants = await new Stryker({
    mutate: files.length > 0 ? files : mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutants.config.ts' },
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

  for (const { fileName, location, mutatorName, replacement } of mutants.filter(isMissed)) {
    const { line, column } = location.start
    console.log(`${nameOf(fileName)}:${line}:${column} ${mutatorName} → ${replacement?.replace(/\s+/g, ' ')}`)
  }
  const names = [...new Set(mutants.map(({ fileName }) => nameOf(fileName)))].sort()
  let isGood = true
  const judge = (title: string, of: readonly Mutant[], least: number | undefined) => {
    const counted = of.filter(isTried)
    const missed = counted.filter(isMissed).length
    const share = counted.length === 0 ? 100 : ((counted.length - missed) / counted.length) * 100
    const isLow = least !== undefined && share < least
    if (isLow) isGood = false
    const noticed = `${counted.length - missed} of ${counted.length}`
    console.log(`${title}: ${share.toFixed(1)} % (${noticed})${isLow ? `, and ${least} % are wanted` : ''}`)
  }
  for (const file of names) {
    judge(
      file,
      mutants.filter(({ fileName }) => nameOf(fileName) === file),
      floors[file],
    )
  }
  judge(name, mutants, files.length > 0 ? undefined : floor)
  return isGood
}

const nameOf = (file: string) => relative(process.cwd(), file)
const isMissed = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage'
const isTried = (mutant: Mutant) => isMissed(mutant) || mutant.status === 'Killed' || mutant.status === 'Timeout'

const [wanted, ...files] = process.argv.slice(2)
const parts = Object.entries(PARTS).filter(([name]) => wanted === undefined || name === wanted)
if (parts.length === 0) throw new Error(`No part is called ${wanted}: there are ${Object.keys(PARTS).join(', ')}.`)
for (const [name, part] of parts) if (!(await run(name, part, files))) process.exitCode = 1
