import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { childPidsOf, signalAll } from './processes.ts'

const sleeper = () => {
  const child = spawn('sleep', ['600'])
  return { pid: child.pid!, ended: once(child, 'exit') }
}

test.skipIf(process.platform !== 'linux')(
  'signalAll signals running processes even if a process before them in the list has exited',
  async () => {
    const [killedProcess, livingProcess] = [sleeper(), sleeper()]
    expect(childPidsOf(process.pid)).toEqual(expect.arrayContaining([killedProcess.pid, livingProcess.pid]))
    process.kill(killedProcess.pid)
    await killedProcess.ended
    expect(childPidsOf(process.pid)).not.toContain(killedProcess.pid)
    signalAll([killedProcess.pid, livingProcess.pid], 'SIGINT')
    expect(await livingProcess.ended).toEqual([null, 'SIGINT'])
  },
)
