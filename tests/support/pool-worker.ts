import { setTimeout } from 'node:timers/promises'
import { serveJobs } from '../../server/workers/worker-process.ts'

export type PoolJob = 'pid' | 'env' | 'spin' | 'eat' | 'fall' | 'throw' | 'exit' | 'wait' | 'hang'

const JOBS: Record<PoolJob, () => unknown> = {
  pid: () => process.pid,
  env: () => Object.keys(process.env).sort(),
  spin() {
    for (;;);
  },
  // Allocates memory outside V8's heap limit.
  async eat() {
    for (const buffers: Buffer[] = []; ; buffers.push(Buffer.alloc(8 << 20, 1))) await new Promise(setImmediate)
  },
  fall: () => process.kill(process.pid, 'SIGKILL'),
  throw() {
    throw new Error('It will not go.')
  },
  // The next two jobs use no CPU time.
  wait: () => setTimeout(4_000, process.pid),
  hang: () => new Promise(() => {}),
  exit: () => process.exit(0),
}

serveJobs(async (job: PoolJob) => JOBS[job]())
