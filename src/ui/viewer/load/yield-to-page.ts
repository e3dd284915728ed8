/** Maximum duration of blocking work before the page may handle input, in milliseconds. */
export const TIME_SLICE_MS = 12

/** Scheduler API, where supported. `yield` lets the browser handle user input first. */
interface SchedulerScope {
  scheduler?: { yield?: () => Promise<void> }
}

/** Start of the current time slice. Negative infinity before any paced work, so that the first check yields. */
let sliceStart = Number.NEGATIVE_INFINITY
let queue: Promise<void> = Promise.resolve()

export const isTimeSliceOver = (): boolean => performance.now() - sliceStart > TIME_SLICE_MS

/**
 * Resolves immediately while the time slice lasts, otherwise after the browser has handled pending tasks. Callers are resumed in
 * order, so that parallel work shares one time slice.
 */
export function yieldToPage(): Promise<void> {
  queue = queue.then(yieldIfDue)
  return queue
}

async function yieldIfDue(): Promise<void> {
  if (!isTimeSliceOver()) return
  await waitForPage()
  sliceStart = performance.now()
}

function waitForPage(): Promise<void> {
  const { scheduler } = globalThis as SchedulerScope
  if (scheduler?.yield) return scheduler.yield()
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
