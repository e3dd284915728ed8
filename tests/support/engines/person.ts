import { setTimeout as pause } from 'node:timers/promises'
import type { Engine, Handle } from './engine.ts'

/** How long a person waits for what should come, in milliseconds. */
const PATIENCE_MS = 20_000

/** Somebody before an engine: finds things by role and name, waits for what is to come, and acts on it. */
export class Person {
  constructor(readonly engine: Engine) {}

  /** What is shown with this role and name, once it is there; rejects with what was looked for. */
  async sees(role: string, name: string): Promise<Handle> {
    return until(`the ${role} “${name}”`, async () => (await this.engine.find(role, name))[0])
  }

  /** Presses it, as soon as it is there and nothing covers it. */
  async presses(role: string, name: string): Promise<void> {
    let why = ''
    await until(
      () => `the ${role} “${name}” to press ${why}`,
      async () => {
        const [found] = await this.engine.find(role, name)
        if (!found) return false
        try {
          await this.engine.press(found)
          return true
        } catch (error) {
          // It may just be drawn anew, or lie under an overlay that goes.
          why = String(error)
          return false
        }
      },
    )
  }

  /** Writes into a field. */
  async enters(role: string, name: string, text: string): Promise<void> {
    await this.presses(role, name)
    await this.engine.type(text)
  }
}

/** Asks until the answer is something; rejects after {@link PATIENCE_MS} with what was waited for. */
export async function until<T>(what: string | (() => string), ask: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`Waited in vain for ${typeof what === 'string' ? what : what()}`)
    await pause(50)
  }
}
