/** So many turns of the event loop for one piece of work: each lets one new connection in, and costs microseconds. */
const TURNS = 16

/**
 * Lets the event loop turn before a piece of work that will hold it. What waits in line for it is heard meanwhile; one turn
 * alone would not do, because in each of them only one new connection is accepted.
 */
export function loopTurns(turns = TURNS): Promise<void> {
  return new Promise((resolve) => {
    const next = (left: number) => (left > 0 ? setImmediate(next, left - 1) : resolve())
    next(turns)
  })
}
