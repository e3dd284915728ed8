import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { haveChromium } from './support/chromium.ts'
import { haveEngines } from './support/engines/installed.ts'

/** What `npm test` runs, one after the other: types and style, units, the build, and journeys in a real browser. */
const STEPS = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'style', command: ['biome', 'check', '.'] },
  {
    name: 'units',
    command: ['vitest', 'run', '--config=vitest.whole.config.ts'],
    count: () => countUnits(read<UnitReport>('artifacts/units.json')),
  },
  { name: 'build', command: ['vite', 'build', '--logLevel=warn'] },
  { name: 'viewer', command: ['vite', 'build', '--mode=viewer', '--logLevel=error'] },
  { name: 'viewer types', command: ['tsx', 'viewer/types.ts'] },
  {
    name: 'journeys',
    command: ['playwright', 'test'],
    count: () => countJourneys(read<JourneyReport>('artifacts/journeys.json')),
  },
] satisfies { name: string; command: string[]; count?: () => Count }[]

interface Count {
  passed: number
  failed: number
  skipped: number
}
interface UnitReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}
interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

const countUnits = (report: UnitReport): Count => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests,
})

// A flaky journey is a fault of the product or of the test: it counts as failed.
const countJourneys = ({ stats }: JourneyReport): Count => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
})

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/** Runs every step, even after a failure, and gives what they counted; a step that counts nothing counts as one. */
function runAll(): Count {
  const total: Count = { passed: 0, failed: 0, skipped: 0 }
  const env = { ...process.env, CHROMIUM_PATH: haveChromium() }
  for (const { name, command, count } of STEPS as { name: string; command: string[]; count?: () => Count }[]) {
    const began = Date.now()
    const { status } = spawnSync('npx', ['--no-install', ...command], { stdio: 'inherit', env })
    const counted = (count && attempt(count)) ?? {
      passed: status === 0 ? 1 : 0,
      failed: status === 0 ? 0 : 1,
      skipped: 0,
    }
    // A runner that failed without a failed test (a crash, an error outside of one) still failed.
    if (status !== 0 && counted.failed === 0) counted.failed = 1
    total.passed += counted.passed
    total.failed += counted.failed
    total.skipped += counted.skipped
    console.log(`${name}: ${status === 0 ? 'ok' : 'failed'} in ${Math.round((Date.now() - began) / 1000)} s`)
  }
  return total
}

function attempt(count: () => Count): Count | undefined {
  try {
    return count()
  } catch {
    return undefined
  }
}

rmSync('artifacts', { recursive: true, force: true })
mkdirSync('artifacts', { recursive: true })
haveEngines()
const { passed, failed, skipped } = runAll()
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1
