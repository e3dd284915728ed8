import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { childrenOf, signalAll } from './processes.ts'

const sleeper = () => {
  const child = spawn('sleep', ['600'])
  return { pid: child.pid!, ended: once(child, 'exit') }
}

test.skipIf(process.platform !== 'linux')('one that has ended keeps no signal from the others', async () => {
  const [gone, living] = [sleeper(), sleeper()]
  expect(childrenOf(process.pid)).toEqual(expect.arrayContaining([gone.pid, living.pid]))
  process.kill(gone.pid)
  await gone.ended
  expect(childrenOf(process.pid)).not.toContain(gone.pid)
  signalAll([gone.pid, living.pid], 'SIGINT')
  expect(await living.ended).toEqual([null, 'SIGINT'])
})
