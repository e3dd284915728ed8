import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Time a process may take to start on a busy machine, in milliseconds. It does not count against its first job. */
const START_TIMEOUT_MS = 60_000
/**
 * Elapsed time a job may take, as a multiple of its CPU time. These processes have a low priority, so on a busy machine they get
 * a fraction of a core. The limit ends jobs that wait forever.
 */
const ELAPSED_PER_CPU = 5
/**
 * Nice value of the processes: a third of the server's share of a busy core. Page requests precede model work, but requests also
 * wait for checks in these processes.
 */
const NICENESS = 5
/** Interval of the checks of CPU time and memory of a running job, in milliseconds. */
const USAGE_CHECK_MS = 100
/** Size of a memory page on Linux, in bytes. */
const PAGE_BYTES = 4096
const MB = 1024 * 1024

/** Messages to and from a process. It first sends `ready`, then each job's result or the message of its error. */
export interface WorkerJob<J> {
  readonly id: number
  readonly job: J
}
export interface WorkerResponse<R> {
  readonly id: number
  readonly result?: R
  readonly fault?: string
  /** Whether the error was an {@link InvalidJobInputError}. */
  readonly isInvalidInput?: boolean
  /** CPU time of the job in the process, in milliseconds. */
  readonly cpuMs: number
}
export type WorkerMessage<R> = 'ready' | WorkerResponse<R>

/** Error for a job that ended its process, or whose process was killed for exceeding time or memory. */
export class WorkerProcessError extends Error {
  override name = 'WorkerProcessError'
}

/** Error for a job whose process could not start or was killed for another reason. The job can be retried. */
export class WorkerUnavailableError extends Error {
  override name = 'WorkerUnavailableError'
}

/** Error for input that can never be processed. Thrown in a script, it reaches the parent process as this class. */
export class InvalidJobInputError extends Error {
  override name = 'InvalidJobInputError'
}

/** A child process that runs one job at a time. It has no secrets of the server, and its memory is freed when it exits. */
export interface WorkerProcess<J, R> {
  readonly isAlive: boolean
  /**
   * Runs a job that may use `maxCpuMs` milliseconds of CPU time. `onCpu` receives the CPU time since its last call, in
   * milliseconds; an error it throws ends the process and the job. Rejects with
   * - the job's error; {@link InvalidJobInputError} is permanent,
   * - {@link WorkerProcessError} where the job ends the process or exceeds time or memory,
   * - {@link WorkerUnavailableError} where no process is available.
   */
  run(job: J, maxCpuMs: number, onCpu?: (ms: number) => void): Promise<R>
  /** Kills the process immediately. */
  end(): void
}

interface RunningJob<R> {
  readonly id: number
  readonly maxCpuMs: number
  resolve(result: R): void
  reject(error: Error): void
  onCpu(ms: number): void
}

/** Starts a process for a script that calls {@link serveJobs}. `maxMb` is its memory limit, in MB. */
export function startWorkerProcess<J, R>(script: URL, maxMb: number): WorkerProcess<J, R> {
  const child = forkWorker(script, maxMb)
  let current: RunningJob<R> | undefined
  // CPU time of the process at the last check, and of the job up to then; undefined before the first check of a job.
  let cpu: { process: number; job: number } | undefined
  let [count, isReady, isAlive] = [0, false, true]
  let timer: NodeJS.Timeout | undefined
  let usageTimer: NodeJS.Timeout | undefined

  child.on('message', (message: WorkerMessage<R>) => {
    if (message === 'ready') {
      isReady = true
      if (current) limit(current.maxCpuMs * ELAPSED_PER_CPU)
      return
    }
    const { id, result, fault, isInvalidInput, cpuMs } = message
    if (id !== current?.id) return
    const budgetError = catchError(() => current!.onCpu(Math.max(0, cpuMs - (cpu?.job ?? 0))))
    if (budgetError) end(budgetError)
    else
      settle((job) =>
        fault === undefined
          ? job.resolve(result as R)
          : job.reject(isInvalidInput ? new InvalidJobInputError(fault) : new Error(fault)),
      )
  })
  child.on('error', () => end(new WorkerUnavailableError('The process could not be started.')))
  child.on('exit', () => end(new WorkerProcessError('The process ended.')))

  const endLate = () => end(new WorkerProcessError('This took too long.'))

  function limit(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(endLate, ms)
  }

  async function checkUsage() {
    const job = current
    const [bytes, cpuMs] = await Promise.all([readResidentBytes(child.pid), readCpuMs(child.pid)])
    if (bytes > maxMb * MB) end(new WorkerProcessError('This took too much memory.'))
    // A process busy with its job sends no messages, so the CPU time comes from the operating system.
    if (job !== current || !job || !isReady || cpuMs === undefined) return
    const spent = cpu ? Math.max(0, cpuMs - cpu.process) : 0
    cpu = { process: cpuMs, job: (cpu?.job ?? 0) + spent }
    const budgetError = catchError(() => job.onCpu(spent))
    if (budgetError) end(budgetError)
    else if (cpu.job > job.maxCpuMs) endLate()
  }

  function settle(finish: (job: NonNullable<typeof current>) => void) {
    clearTimeout(timer)
    clearInterval(usageTimer)
    const job = current
    current = undefined
    // An idle process must not keep the parent process alive.
    child.unref()
    child.channel?.unref()
    if (job) finish(job)
  }

  function end(error: Error) {
    isAlive = false
    child.kill('SIGKILL')
    settle((job) => job.reject(error))
  }

  settle(() => {})
  return {
    get isAlive() {
      return isAlive
    },
    run: (job, maxCpuMs, onCpu = () => {}) =>
      new Promise((resolve, reject) => {
        count += 1
        current = { id: count, maxCpuMs, resolve, reject, onCpu }
        cpu = undefined
        child.ref()
        child.channel?.ref()
        limit(isReady ? maxCpuMs * ELAPSED_PER_CPU : START_TIMEOUT_MS)
        usageTimer = setInterval(checkUsage, USAGE_CHECK_MS)
        child.send(
          { id: count, job } satisfies WorkerJob<J>,
          (error) => error && end(new WorkerProcessError('The process ended.')),
        )
      }),
    end: () => end(new WorkerUnavailableError('The process was ended.')),
  }
}

function forkWorker(script: URL, maxMb: number): ChildProcess {
  const child = fork(fileURLToPath(script), [], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    // Decoded data is outside the V8 heap, so half of the memory is enough for the heap.
    execArgv: ['--import', 'tsx', `--max-old-space-size=${Math.ceil(maxMb / 2)}`, '--max-semi-space-size=8'],
    // Each arena of glibc retains freed memory, and libvips would start a thread per core.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1', UV_THREADPOOL_SIZE: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    if (child.pid) setPriority(child.pid, NICENESS)
  } catch {
    // The process has exited, or the system does not permit it; both are reported elsewhere or harmless.
  }
  return child
}

function catchError(work: () => void): Error | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** Duration of one tick of CPU time on Linux, in milliseconds. */
const TICK_MS = 10

/** Returns the CPU time of a process in milliseconds, or undefined where the system does not report it. */
async function readCpuMs(pid: number | undefined): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The second field is a name in brackets, which may contain any character.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Returns the resident memory of a process in bytes; 0 where the system does not report it. */
async function readResidentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES
}

/** Runs the job loop of a worker script until the parent process disconnects. */
export function serveJobs<J>(work: (job: J) => Promise<unknown>): void {
  // The parent process may have been killed; this process then exits too.
  const send = (message: WorkerMessage<unknown>) => void process.send?.(message, () => {})
  process.on('message', async ({ id, job }: WorkerJob<J>) => {
    const before = process.cpuUsage()
    const cpuMs = () => {
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    send(
      await work(job).then(
        (result) => ({ id, result, cpuMs: cpuMs() }),
        (error: unknown) => ({
          id,
          cpuMs: cpuMs(),
          fault: error instanceof Error ? error.message : String(error),
          isInvalidInput: error instanceof InvalidJobInputError,
        }),
      ),
    )
  })
  process.on('disconnect', () => process.exit())
  send('ready')
}
