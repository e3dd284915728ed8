import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { listChildPids, signalAll } from './processes.ts'

const spawnSleep = () => {
  const child = spawn('sleep', ['600'])
  return { pid: child.pid!, ended: once(child, 'exit') }
}

test.skipIf(process.platform !== 'linux')(
  'signals running processes even if an earlier process in the list has exited',
  async () => {
    const [killedProcess, livingProcess] = [spawnSleep(), spawnSleep()]
    expect(listChildPids(process.pid)).toEqual(expect.arrayContaining([killedProcess.pid, livingProcess.pid]))
    process.kill(killedProcess.pid)
    await killedProcess.ended
    expect(listChildPids(process.pid)).not.toContain(killedProcess.pid)
    signalAll([killedProcess.pid, livingProcess.pid], 'SIGINT')
    expect(await livingProcess.ended).toEqual([null, 'SIGINT'])
  },
)
