import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Time that a process may take to start on a busy machine. */
const START_TIMEOUT_MS = 60_000
/**
 * Wall-clock time that a job may take, as a multiple of its CPU time. On a busy machine, these low-priority processes are slow.
 * The limit ends jobs that wait forever.
 */
const ELAPSED_PER_CPU = 5
/**
 * Nice value of the processes: about a third of the server's share of a busy core. Not higher, because some requests wait for
 * these processes.
 */
const NICENESS = 5
const USAGE_CHECK_MS = 100
/** Size of a memory page on Linux, in bytes. */
const PAGE_BYTES = 4096
const MB = 1024 * 1024

/** Job for a child process. The process first sends `ready`, then the result of each job or its error message. */
export interface WorkerJob<J> {
  readonly id: number
  readonly job: J
}
export interface WorkerResponse<R> {
  readonly id: number
  readonly result?: R
  readonly fault?: string
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

/** Error for input that can never be processed. If a worker script throws it, the parent process gets an error of this class. */
export class InvalidJobInputError extends Error {
  override name = 'InvalidJobInputError'
}

/** Child process that runs one job at a time. The process has no secrets of the server, and exiting frees its memory. */
export interface WorkerProcess<J, R> {
  readonly isAlive: boolean
  /**
   * Runs a job that may use `maxCpuMs` milliseconds of CPU time. `onCpu` receives the CPU time since its last call, in
   * milliseconds. If `onCpu` throws, the job and the process end. Rejects with
   * - the job's error; {@link InvalidJobInputError} is permanent,
   * - {@link WorkerProcessError} if the job ends the process or exceeds its time or memory,
   * - {@link WorkerUnavailableError} if no process is available.
   */
  run(job: J, maxCpuMs: number, onCpu?: (ms: number) => void): Promise<R>
  end(): void
}

interface RunningJob<R> {
  readonly id: number
  readonly maxCpuMs: number
  resolve(result: R): void
  reject(error: Error): void
  onCpu(ms: number): void
}

/** Starts a process for a script that calls {@link serveJobs}. `maxMb` is the memory limit of the process, in MB. */
export function startWorkerProcess<J, R>(script: URL, maxMb: number): WorkerProcess<J, R> {
  const child = forkWorker(script, maxMb)
  let current: RunningJob<R> | undefined
  // CPU time of the process at the last check, and of its current job until then; undefined before the job's first check.
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

  const endOverdue = () => end(new WorkerProcessError('This took too long.'))

  function limit(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(endOverdue, ms)
  }

  async function checkUsage() {
    const job = current
    const [bytes, cpuMs] = await Promise.all([readResidentBytes(child.pid), readCpuMs(child.pid)])
    if (bytes > maxMb * MB) end(new WorkerProcessError('This took too much memory.'))
    // The CPU time comes from the operating system, because a process that is busy with its job sends no messages.
    if (job !== current || !job || !isReady || cpuMs === undefined) return
    const spent = cpu ? Math.max(0, cpuMs - cpu.process) : 0
    cpu = { process: cpuMs, job: (cpu?.job ?? 0) + spent }
    const budgetError = catchError(() => job.onCpu(spent))
    if (budgetError) end(budgetError)
    else if (cpu.job > job.maxCpuMs) endOverdue()
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
    // Decoded data is stored outside the V8 heap, so half of the memory is enough for the heap.
    execArgv: ['--import', 'tsx', `--max-old-space-size=${Math.ceil(maxMb / 2)}`, '--max-semi-space-size=8'],
    // Every arena of glibc retains freed memory, so the process has only two. libvips would otherwise start a thread per core.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1', UV_THREADPOOL_SIZE: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    if (child.pid) setPriority(child.pid, NICENESS)
  } catch {
    // The process has already exited, or the system does not allow the change. Both are harmless here.
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

/** Returns the CPU time of a process in milliseconds; undefined if the system does not report it. */
async function readCpuMs(pid: number | undefined): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The second field is a name in brackets, which may contain any character.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Returns the resident memory of a process in bytes; 0 if the system does not report it. */
async function readResidentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES
}

/** Runs jobs from the parent process until the parent disconnects. */
export function serveJobs<J>(work: (job: J) => Promise<unknown>): void {
  // An error is ignored: if the parent process was killed, this process exits too.
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
