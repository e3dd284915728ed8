import type { Page } from '@playwright/test'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  /** Elapsed time and CPU time, in microseconds. */
  dur?: number
  tdur?: number
}

/** CPU times of the main thread's tasks, longest first, in milliseconds. */
export type TaskDurations = readonly number[]

/** Maximum share of one task in the main thread's work. A page that splits its work into shorter tasks stays responsive. */
export const MAX_TASK_SHARE = 1 / 4

/** Returns the longest task's share of the time of all tasks. The share does not depend on the speed of the machine. */
export const measureLongestTaskShare = (tasks: TaskDurations): number =>
  (tasks[0] ?? 0) / tasks.reduce((sum, duration) => sum + duration, 0)

const START_MARK = 'measurement started'

/**
 * Returns the CPU time of each main-thread task during `action`, in milliseconds. Elapsed time would include waiting for other
 * processes, such as software rendering.
 */
export async function measureTasks(page: Page, action: () => Promise<void>): Promise<TaskDurations> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  })
  await page.evaluate((mark) => void performance.mark(mark), START_MARK)
  await action()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const mark = events.find(({ name }) => name === START_MARK)
  if (!mark) throw new Error('The trace does not contain the mark of the main thread')
  const mainThreadEvents = events.filter(({ pid, tid, ts }) => pid === mark.pid && tid === mark.tid && ts > mark.ts)
  return sumTaskDurations(mainThreadEvents.sort((one, other) => one.ts - other.ts)).sort((one, other) => other - one)
}

/** Adds up the time of each task and its microtasks, which the trace lists separately. */
function sumTaskDurations(events: readonly TraceEvent[]): number[] {
  const times: number[] = []
  let end = 0
  for (const { name, ts, dur = 0, tdur = dur } of events) {
    const isTask = name.endsWith('RunTask')
    // A nested event is part of the outer event's time.
    if (ts < end || !(isTask || name.endsWith('PerformMicrotaskCheckpoint'))) continue
    end = ts + dur
    if (isTask) times.push(0)
    times.push((times.pop() ?? 0) + tdur / 1000)
  }
  return times
}
