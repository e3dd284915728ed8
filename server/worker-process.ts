import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** How long a process may take to start on a busy machine, in milliseconds: that is no fault of its first job. */
const START_MS = 60_000
/** How often the memory of one at work is looked at, in milliseconds. */
const LOOK_MS = 100
/** Linux tells sizes in pages of so many bytes. */
const PAGE_BYTES = 4096
const MB = 1024 * 1024

/** What a process is sent, and answers with: the job's outcome, or the sentence of its fault. Its first word is `ready`. */
export interface WorkerJob<J> {
  readonly id: number
  readonly job: J
}
export interface WorkerAnswer<R> {
  readonly id: number
  readonly result?: R
  readonly fault?: string
  /** Whether the fault was an {@link InputFault}. */
  readonly isOfInput?: boolean
}
export type WorkerMessage<R> = 'ready' | WorkerAnswer<R>

/** What a job did to its process: it ended, or had to be ended for the time or the memory it took. */
export class ProcessFault extends Error {
  override name = 'ProcessFault'
}

/** No process could be had for a job, or it was ended for another's sake: the job is not to blame, and may be tried again. */
export class ProcessUnavailable extends Error {
  override name = 'ProcessUnavailable'
}

/** What a job was handed cannot be worked on, however often that is tried: thrown by a script, it arrives as such. */
export class InputFault extends Error {
  override name = 'InputFault'
}

/** A process that does one job at a time. It has none of our secrets, and what it held goes back to the system with it. */
export interface WorkerProcess<J, R> {
  readonly isAlive: boolean
  /** Rejects where the job fails, with {@link InputFault} for good; with {@link ProcessFault} where it ends the process, or takes more time (ms) or memory than it may; with {@link ProcessUnavailable} where there is none. */
  run(job: J, mostMs: number): Promise<R>
  /** Ends it at once. */
  end(): void
}

/** Starts a process for a script that {@link serveJobs}. `mostMb` is the memory it may have in all, in MB. */
export function startWorker<J, R>(script: URL, mostMb: number): WorkerProcess<J, R> {
  const child = forked(script, mostMb)
  let current: { id: number; resolve(result: R): void; reject(fault: Error): void } | undefined
  let [count, isReady, isAlive] = [0, false, true]
  let mostMs = 0
  let timer: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined

  child.on('message', (message: WorkerMessage<R>) => {
    if (message === 'ready') {
      isReady = true
      if (current) limit(mostMs)
      return
    }
    const { id, result, fault, isOfInput } = message
    if (id === current?.id)
      settle((job) =>
        fault === undefined
          ? job.resolve(result as R)
          : job.reject(isOfInput ? new InputFault(fault) : new Error(fault)),
      )
  })
  child.on('error', () => end(new ProcessUnavailable('The process could not be started.')))
  child.on('exit', () => end(new ProcessFault('The process ended.')))

  function limit(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => end(new ProcessFault('This took too long.')), ms)
  }

  async function look() {
    const bytes = await residentBytes(child.pid)
    if (bytes > mostMb * MB) end(new ProcessFault('This took too much memory.'))
  }

  function settle(tell: (job: NonNullable<typeof current>) => void) {
    clearTimeout(timer)
    clearInterval(looking)
    const job = current
    current = undefined
    // An idle process must not keep ours from ending.
    child.unref()
    child.channel?.unref()
    if (job) tell(job)
  }

  function end(fault: Error) {
    isAlive = false
    child.kill('SIGKILL')
    settle((job) => job.reject(fault))
  }

  settle(() => {})
  return {
    get isAlive() {
      return isAlive
    },
    run: (job, ms) =>
      new Promise((resolve, reject) => {
        count += 1
        current = { id: count, resolve, reject }
        mostMs = ms
        child.ref()
        child.channel?.ref()
        limit(isReady ? ms : START_MS)
        looking = setInterval(look, LOOK_MS)
        child.send(
          { id: count, job } satisfies WorkerJob<J>,
          (fault) => fault && end(new ProcessFault('The process ended.')),
        )
      }),
    end: () => end(new ProcessUnavailable('The process was ended.')),
  }
}

function forked(script: URL, mostMb: number): ChildProcess {
  const child = fork(fileURLToPath(script), [], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    // Strings and small objects live apart from what is decoded, so half of the memory is enough for them.
    execArgv: ['--import', 'tsx', `--max-old-space-size=${Math.ceil(mostMb / 2)}`, '--max-semi-space-size=8'],
    // Each of glibc's arenas keeps what was freed in it, and libvips would start a thread for every core.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1', UV_THREADPOOL_SIZE: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    // Whoever asks for a page is answered before a model is drawn.
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended, or this system does not let us: both are told elsewhere or harmless.
  }
  return child
}

/** What a process holds in memory; 0 where the system does not tell. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES
}

/** What a worker's script does: one job after another, until the process that asked is gone. */
export function serveJobs<J>(work: (job: J) => Promise<unknown>): void {
  // The process that asked may have been killed: then nobody hears, and this one ends with it.
  const send = (message: WorkerMessage<unknown>) => void process.send?.(message, () => {})
  process.on('message', async ({ id, job }: WorkerJob<J>) => {
    send(
      await work(job).then(
        (result) => ({ id, result }),
        (fault: unknown) => ({
          id,
          fault: fault instanceof Error ? fault.message : String(fault),
          isOfInput: fault instanceof InputFault,
        }),
      ),
    )
  })
  process.on('disconnect', () => process.exit())
  send('ready')
}
