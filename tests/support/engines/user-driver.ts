import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserEngine, ElementHandle } from './engine.ts'

/** Time that the user waits for an element, in milliseconds. A busy machine needs over 20 s for the first page in WebKit. */
const POLL_TIMEOUT_MS = 60_000

/** Simulated user of an engine: waits for elements by role and name, and acts on the elements. */
export class UserDriver {
  constructor(readonly engine: BrowserEngine) {}

  /** Waits for an element with this role and name. Rejects with the role, the name, and the page's address and text. */
  async findElement(role: string, name: string): Promise<ElementHandle> {
    let pageText = ''
    return pollUntil(
      () => `the ${role} “${name}” in: ${pageText}`,
      async () => {
        const [found] = await this.engine.find(role, name)
        if (!found)
          pageText = await this.engine
            .evaluate(() => `${location.href} ${document.querySelector('main')?.textContent}`)
            .catch(String)
        return found
      },
    )
  }

  /** Waits until an element exists and is not covered, and clicks the element. */
  async pressElement(role: string, name: string): Promise<void> {
    let lastError = ''
    await pollUntil(
      () => `a press of the ${role} “${name}”: ${lastError}`,
      async () => {
        const [found] = await this.engine.find(role, name)
        if (!found) return false
        try {
          await this.engine.press(found)
          return true
        } catch (error) {
          // The element may be rendering again, or be covered by an overlay that is closing.
          lastError = String(error)
          return false
        }
      },
    )
  }

  async enterText(role: string, name: string, text: string): Promise<void> {
    await this.pressElement(role, name)
    await this.engine.type(text)
  }
}

/** Polls until `check` returns a truthy value. Rejects after {@link POLL_TIMEOUT_MS} with a description of the expected value. */
export async function pollUntil<T>(
  description: string | (() => string),
  check: () => Promise<T | undefined | false>,
): Promise<T> {
  const end = Date.now() + POLL_TIMEOUT_MS
  for (;;) {
    const result = await check()
    if (result) return result
    if (Date.now() > end)
      throw new Error(`Timed out waiting for ${typeof description === 'string' ? description : description()}`)
    await pause(50)
  }
}
