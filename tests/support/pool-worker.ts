import { serveJobs } from '../../server/worker-process.ts'

/** What the worker of the pool's tests can do. */
export type PoolJob = 'pid' | 'env' | 'spin' | 'eat' | 'fall' | 'throw' | 'exit'

const WORK: Record<PoolJob, () => unknown> = {
  pid: () => process.pid,
  env: () => Object.keys(process.env).sort(),
  spin() {
    for (;;);
  },
  // Outside of what V8's own limit holds.
  async eat() {
    for (const held: Buffer[] = []; ; held.push(Buffer.alloc(8 << 20, 1))) await new Promise(setImmediate)
  },
  fall: () => process.kill(process.pid, 'SIGKILL'),
  throw() {
    throw new Error('It will not go.')
  },
  exit: () => process.exit(0),
}

serveJobs(async (job: PoolJob) => WORK[job]())
