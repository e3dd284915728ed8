import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { RunStep } from './run-plan.ts'
import { type StepReport, toStepReport } from './run-report.ts'

/**
 * Runs a step and returns the step's report. A step that runs alone prints its output immediately, other steps at the end. A step
 * that succeeds but writes to stderr counts as failed.
 */
export async function runStep(step: RunStep, env: NodeJS.ProcessEnv, isAlone: boolean): Promise<StepReport> {
  const [program, ...options] = step.command
  const child = spawn(join('node_modules/.bin', program), options, {
    stdio: ['inherit', isAlone ? 'inherit' : 'pipe', 'pipe'],
    env: { ...env, ...step.env },
  })
  const [output, errors]: Uint8Array[][] = [[], []]
  child.stdout?.on('data', (chunk) => output!.push(chunk))
  child.stderr?.on('data', (chunk) => {
    errors!.push(chunk)
    if (isAlone) process.stderr.write(chunk)
    else output!.push(chunk)
  })
  const [status] = await once(child, 'close')
  process.stdout.write(Buffer.concat(output!))
  return toStepReport(step.name, {
    status,
    errors: Buffer.concat(errors!).toString(),
    report: step.report && attempt(step.report),
  })
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
