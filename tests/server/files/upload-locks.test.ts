import { getEventListeners } from 'node:events'
import { ERRORS } from '@tus/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createUploadLocks, type UploadLocks } from '../../../server/files/upload-locks.ts'

let locks: UploadLocks
/** Who was asked to let go, and who has begun, in order. */
let told: string[]

beforeEach(() => {
  vi.useFakeTimers()
  locks = createUploadLocks()
  told = []
})
afterEach(() => vi.useRealTimers())

/** Asks for the lock of an upload in somebody's name. */
function take(who: string, id = 'cap', signal = new AbortController().signal) {
  const lock = locks.newLock(id)
  const held = lock.lock(signal, () => void told.push(`${who} is asked`)).then(() => void told.push(`${who} begins`))
  return { lock, held }
}
/** Lets everything happen that waits for no clock. */
const settled = () => vi.advanceTimersByTimeAsync(0)

describe('the lock of an upload', () => {
  test('is had at once where nobody has it, and says nothing of others', async () => {
    await take('ann').held
    await take('bo', 'boot').held
    expect(told).toEqual(['ann begins', 'bo begins'])
  })

  test('is asked for once of whoever has it, however many wait and however long', async () => {
    await take('ann').held
    for (const who of ['bo', 'cy', 'di']) take(who).held.catch(() => {})
    await vi.advanceTimersByTimeAsync(20_000)
    expect(told).toEqual(['ann begins', 'ann is asked'])
  })

  test('goes on in the order of those who wait, and each is asked for it while others still do', async () => {
    const [ann, bo, cy] = [take('ann'), take('bo'), take('cy')]
    await ann.held
    await ann.lock.unlock()
    await bo.held
    const di = take('di')
    await bo.lock.unlock()
    await cy.held
    await cy.lock.unlock()
    await di.held
    await di.lock.unlock()
    expect(told).toEqual([
      'ann is asked',
      'ann begins',
      'bo is asked',
      'bo begins',
      'cy is asked',
      'cy begins',
      'di begins',
    ])
  })

  test('is not waited for any more by who was aborted, and passes them over', async () => {
    const abort = new AbortController()
    const [ann, bo, cy] = [take('ann'), take('bo', 'cap', abort.signal), take('cy')]
    bo.held.catch(() => {})
    await ann.held
    abort.abort()
    // Before whoever was aborted could hear of it.
    await ann.lock.unlock()
    await expect(bo.held).rejects.toBe(ERRORS.ERR_LOCK_TIMEOUT)
    await cy.held
    expect(told).toEqual(['ann is asked', 'ann begins', 'cy begins'])
    const late = take('di', 'cap', abort.signal)
    await expect(late.held).rejects.toBe(ERRORS.ERR_LOCK_TIMEOUT)
    expect(told.at(-1)).toBe('cy begins')
  })

  test('is waited for half a minute, each from when they came', async () => {
    await take('ann').held
    const bo = take('bo').held.catch((fault: unknown) => fault)
    await vi.advanceTimersByTimeAsync(10_000)
    const cy = take('cy').held.then(
      () => told.push('no'),
      () => told.push('cy gives up'),
    )
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await bo).toBe(ERRORS.ERR_LOCK_TIMEOUT)
    expect(told).not.toContain('cy gives up')
    await vi.advanceTimersByTimeAsync(10_000)
    await cy
    expect(told).toEqual(['ann begins', 'ann is asked', 'cy gives up'])
  })

  test('is given back by whoever has it alone', async () => {
    const [ann, bo] = [take('ann'), take('bo')]
    await ann.held
    await expect(bo.lock.unlock()).rejects.toThrow('Releasing an unlocked lock!')
    await ann.lock.unlock()
    await bo.held
    await expect(ann.lock.unlock()).rejects.toThrow('Releasing an unlocked lock!')
    await bo.lock.unlock()
    await expect(bo.lock.unlock()).rejects.toThrow('Releasing an unlocked lock!')
  })

  test('leaves nothing behind, whether it was had, waited for, aborted or given up', async () => {
    const abort = new AbortController()
    const [ann, bo, cy, di] = [
      take('ann', 'cap', abort.signal),
      take('bo'),
      take('cy', 'cap', abort.signal),
      take('di', 'cap', new AbortController().signal),
    ]
    for (const { held } of [cy, di]) held.catch(() => {})
    await ann.held
    expect([locks.size, vi.getTimerCount(), getEventListeners(abort.signal, 'abort').length]).toEqual([1, 3, 1])
    abort.abort()
    await ann.lock.unlock()
    await bo.held
    await vi.advanceTimersByTimeAsync(30_000)
    await expect(di.held).rejects.toBe(ERRORS.ERR_LOCK_TIMEOUT)
    await bo.lock.unlock()
    await settled()
    expect([locks.size, vi.getTimerCount(), getEventListeners(abort.signal, 'abort').length]).toEqual([0, 0, 0])
  })
})
