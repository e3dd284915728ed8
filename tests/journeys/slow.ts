import { createHash } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'

/** How much slower the processor is for a page's main thread. */
const THROTTLE = 2

/** The longest that an answer is kept back, in milliseconds. */
const LATEST = 400

/** What was drawn for this run of a slow machine, `SLOW=` any number; `undefined` where the machine is as it is. */
export const slowSeed: string | undefined = process.env['SLOW'] || undefined

/**
 * Makes every page of a browser as one on a slow machine: tasks of React's scheduler come 50 to 300 ms late, each chunk and each
 * answer of the service up to 400 ms, all drawn from `seed`, and the processor is slower. What a page shows before it can do it
 * then shows for long enough that a journey runs into it.
 */
export async function slowDown(context: BrowserContext, seed: string): Promise<void> {
  await context.addInitScript(delayTasks, drawn(seed, 'tasks') * 2 ** 31)
  let requests = 0
  await context.route(/\/(assets\/[^/]+\.(js|css)|v1\/|files)/, async (route) => {
    requests += 1
    await new Promise((come) => setTimeout(come, LATEST * drawn(seed, `${requests} ${route.request().url()}`)))
    // Its page may be gone by now.
    await route.fallback().catch(() => {})
  })
  context.on('page', async (page) => {
    const session = await context.newCDPSession(page).catch(() => undefined)
    await session?.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE }).catch(() => {})
  })
}

/** A number from 0 to 1 for a seed and what is drawn for. */
const drawn = (seed: string, what: string): number =>
  createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE() / 2 ** 32

/** Runs in the page: what is told to a port comes late, in its order. The page's own clock may be a test's. */
function delayTasks(start: number) {
  const { setTimeout: later, performance: clock } = window
  const now = clock.now.bind(clock)
  const { postMessage } = MessagePort.prototype
  let state = Math.floor(start)
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const due = new WeakMap<MessagePort, number>()
  MessagePort.prototype.postMessage = function (this: MessagePort, ...told: unknown[]) {
    const at = Math.max(due.get(this) ?? 0, now() + 50 + 250 * next())
    due.set(this, at)
    later.call(window, () => Reflect.apply(postMessage, this, told), at - now())
  }
}
