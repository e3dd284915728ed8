import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { haveChromium } from './support/chromium.ts'
import { haveEngines } from './support/engines/installed.ts'
import { readJourneys, readUnits, type StepReport } from './support/run-report.ts'
import { WHOLE_RUN_FAULTS } from './support/whole-run.ts'

/** What `npm test` runs, one after the other: types and style, units, the build, and journeys in a real browser. */
const STEPS = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'style', command: ['biome', 'check', '.'] },
  {
    name: 'units',
    command: ['vitest', 'run', '--config=vitest.whole.config.ts'],
    report: () => withFound(readUnits(read('artifacts/units.json')), WHOLE_RUN_FAULTS),
  },
  { name: 'build', command: ['vite', 'build', '--logLevel=warn'] },
  { name: 'viewer', command: ['vite', 'build', '--mode=viewer', '--logLevel=error'] },
  { name: 'viewer types', command: ['tsx', 'viewer/types.ts'] },
  {
    name: 'journeys',
    command: ['playwright', 'test'],
    report: () => readJourneys(read('artifacts/journeys.json')),
  },
] satisfies Step[]

interface Step {
  name: string
  command: string[]
  report?: () => StepReport
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/** Runs every step, even after a failure, and gives what they report together; a step without a report counts as one. */
function runAll(): StepReport {
  const total: StepReport = { passed: 0, failed: 0, skipped: 0, faults: [] }
  const env = { ...process.env, CHROMIUM_PATH: haveChromium() }
  for (const { name, command, report } of STEPS as Step[]) {
    const began = Date.now()
    const { status } = spawnSync('npx', ['--no-install', ...command], { stdio: 'inherit', env })
    const isFine = status === 0
    const told = (report && attempt(report)) ?? { passed: isFine ? 1 : 0, failed: 0, skipped: 0, faults: [] }
    // A runner that failed without a failed test (a crash, an error outside of one) still failed.
    if (!isFine && told.failed === 0) {
      told.failed = 1
      told.faults.push(`${name} ended with ${status}`)
    }
    total.passed += told.passed
    total.failed += told.failed
    total.skipped += told.skipped
    total.faults.push(...told.faults)
    console.log(`${name}: ${isFine ? 'ok' : 'failed'} in ${Math.round((Date.now() - began) / 1000)} s`)
  }
  return total
}

/** A report with what was found beside the tests, a line of the file each. */
function withFound(report: StepReport, file: string): StepReport {
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return { ...report, failed: report.failed + found.length, faults: [...report.faults, ...found] }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

rmSync('artifacts', { recursive: true, force: true })
mkdirSync('artifacts', { recursive: true })
haveEngines()
const { passed, failed, skipped, faults } = runAll()
// Once more at the end: what is said in the middle of so long a run is easily lost.
for (const fault of faults) console.log(`failed: ${fault}`)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1
