import type { Page } from '@playwright/test'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  /** Microseconds on the clock, and of the processor. */
  dur?: number
  tdur?: number
}

/** How long the main thread's tasks took, longest first, in milliseconds of the processor. */
export type Tasks = readonly number[]

const BEGAN = 'watch began'

/**
 * Tells how long each task of a page took while `act` went on, in milliseconds of the processor: on a busy machine a task
 * waits for others, which says nothing about the page; and for a stand-in of a graphics card, which is another process.
 */
export async function tasksDuring(page: Page, act: () => Promise<void>): Promise<Tasks> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  })
  await page.evaluate((mark) => void performance.mark(mark), BEGAN)
  await act()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const mark = events.find(({ name }) => name === BEGAN)
  if (!mark) throw new Error('The trace does not tell which thread is the page’s')
  const own = events.filter(({ pid, tid, ts }) => pid === mark.pid && tid === mark.tid && ts > mark.ts)
  return timesOf(own.sort((one, other) => one.ts - other.ts)).sort((one, other) => other - one)
}

/** A task's time is its own, and that of the promises that it settled, which the trace tells apart. */
function timesOf(events: readonly TraceEvent[]): number[] {
  const times: number[] = []
  let end = 0
  for (const { name, ts, dur = 0, tdur = dur } of events) {
    const isTask = name.endsWith('RunTask')
    // What stands within another is part of its time.
    if (ts < end || !(isTask || name.endsWith('PerformMicrotaskCheckpoint'))) continue
    end = ts + dur
    if (isTask) times.push(0)
    times.push((times.pop() ?? 0) + tdur / 1000)
  }
  return times
}
