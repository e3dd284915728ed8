import { createHash } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'

/** CPU slowdown factor of a page's main thread. */
const CPU_THROTTLING_RATE = 2

/** Maximum delay of a response, in milliseconds. */
const MAX_DELAY_MS = 400

/** Seed of the simulated slow machine, from the environment variable `SLOW`. If `undefined`, pages run at full speed. */
export const slowSeed: string | undefined = process.env['SLOW'] || undefined

/**
 * Simulates a slow machine on every page of a browser context. Tasks of React's scheduler are 50 to 300 ms late, scripts and
 * responses up to 400 ms, and the CPU is throttled. `seed` determines all delays. The delays make short states, such as a page
 * that is not yet interactive, long enough to test.
 */
export async function slowDownPages(context: BrowserContext, seed: string): Promise<void> {
  await context.addInitScript(delayTasks, seededFraction(seed, 'tasks') * 2 ** 31)
  let requests = 0
  await context.route(/\/(assets\/[^/]+\.(js|css)|v1\/|files)/, async (route) => {
    requests += 1
    await new Promise((resolve) =>
      setTimeout(resolve, MAX_DELAY_MS * seededFraction(seed, `${requests} ${route.request().url()}`)),
    )
    // The page may have been closed in the meantime.
    await route.fallback().catch(() => {})
  })
  context.on('page', async (page) => {
    const session = await context.newCDPSession(page).catch(() => undefined)
    await session?.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING_RATE }).catch(() => {})
  })
}

const seededFraction = (seed: string, name: string): number =>
  createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32

/**
 * Delays messages to a port, without changing their order. Runs in the page. Uses the real clock, because a test may replace the
 * page's clock.
 */
function delayTasks(start: number) {
  const { setTimeout: originalSetTimeout, performance: clock } = window
  const originalNow = clock.now.bind(clock)
  const { postMessage } = MessagePort.prototype
  let state = Math.floor(start)
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const nextDelivery = new WeakMap<MessagePort, number>()
  MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
    const deliveryTime = Math.max(nextDelivery.get(this) ?? 0, originalNow() + 50 + 250 * next())
    nextDelivery.set(this, deliveryTime)
    originalSetTimeout.call(window, () => Reflect.apply(postMessage, this, args), deliveryTime - originalNow())
  }
}
