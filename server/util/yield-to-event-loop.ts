/** Default number of event loop iterations. Each accepts one new connection and costs microseconds. */
const EVENT_LOOP_TICKS = 16

/**
 * Yields to the event loop before blocking work, so that waiting requests are accepted. Needs several iterations, because each
 * accepts only one new connection.
 */
export function yieldToEventLoop(ticks = EVENT_LOOP_TICKS): Promise<void> {
  return new Promise((resolve) => {
    const next = (remaining: number) => (remaining > 0 ? setImmediate(next, remaining - 1) : resolve())
    next(ticks)
  })
}
