import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { haveChromium } from './support/chromium.ts'
import { haveEngines } from './support/engines/installed.ts'
import { runInTurn, STAGES, type Step } from './support/run-plan.ts'
import type { StepReport } from './support/run-report.ts'

const env = { ...process.env, CHROMIUM_PATH: haveChromium() }

/** Runs every step, even after a failure, and gives what they report together; a step without a report counts as one. */
async function runAll(): Promise<StepReport> {
  const total: StepReport = { passed: 0, failed: 0, skipped: 0, faults: [] }
  await runInTurn(STAGES, async (step, alone) => add(total, await run(step, alone)))
  return total
}

function add(total: StepReport, { passed, failed, skipped, faults }: StepReport): void {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  total.faults.push(...faults)
}

/** Runs one step and gives its report. What it says is shown as it goes where it runs `alone`, else at its end, in one piece. */
async function run({ name, command: [program, ...options], report }: Step, alone: boolean): Promise<StepReport> {
  const began = Date.now()
  const child = spawn(join('node_modules/.bin', program), options, { stdio: alone ? 'inherit' : 'pipe', env })
  const said: Uint8Array[] = []
  child.stdout?.on('data', (piece) => said.push(piece))
  child.stderr?.on('data', (piece) => said.push(piece))
  const [status] = await once(child, 'close')
  process.stdout.write(Buffer.concat(said))
  const isFine = status === 0
  const told = (report && attempt(report)) ?? { passed: isFine ? 1 : 0, failed: 0, skipped: 0, faults: [] }
  // A runner that failed without a failed test (a crash, an error outside of one) still failed.
  if (!isFine && told.failed === 0) {
    told.failed = 1
    told.faults.push(`${name} ended with ${status}`)
  }
  console.log(`${name}: ${isFine ? 'ok' : 'failed'} in ${Math.round((Date.now() - began) / 1000)} s`)
  return told
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
const { passed, failed, skipped, faults } = await runAll()
// Once more at the end: what is said in the middle of so long a run is easily lost.
for (const fault of faults) console.log(`failed: ${fault}`)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1
