import { getEventListeners } from 'node:events'
import { ERRORS } from '@tus/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createUploadLocks, type UploadLocks } from '../../../server/files/upload-locks.ts'

let locks: UploadLocks
/** Release requests and acquisitions, in order. */
let calls: string[]

beforeEach(() => {
  vi.useFakeTimers()
  locks = createUploadLocks()
  calls = []
})

/** Requests the lock of an upload. `holder` names the request in `calls`. */
function take(holder: string, id = 'cap', signal = new AbortController().signal) {
  const lock = locks.newLock(id)
  const locked = lock
    .lock(signal, () => void calls.push(`${holder} gets a release request`))
    .then(() => void calls.push(`${holder} begins`))
  return { lock, locked }
}
/** Runs all pending work that does not wait for a timer. */
const settled = () => vi.advanceTimersByTimeAsync(0)

describe('the lock of an upload', () => {
  test('can be acquired immediately while free, independently of other uploads', async () => {
    await take('ann').locked
    await take('bo', 'boot').locked
    expect(calls).toEqual(['ann begins', 'bo begins'])
  })

  test('sends its holder one release request, however many requests wait and however long', async () => {
    await take('ann').locked
    for (const holder of ['bo', 'cy', 'di']) take(holder).locked.catch(() => {})
    await vi.advanceTimersByTimeAsync(20_000)
    expect(calls).toEqual(['ann begins', 'ann gets a release request'])
  })

  test('passes to waiting requests in their order of arrival, and requests a release if more are waiting', async () => {
    const [ann, bo, cy] = [take('ann'), take('bo'), take('cy')]
    await ann.locked
    await ann.lock.unlock()
    await bo.locked
    const di = take('di')
    await bo.lock.unlock()
    await cy.locked
    await cy.lock.unlock()
    await di.locked
    await di.lock.unlock()
    expect(calls).toEqual([
      'ann gets a release request',
      'ann begins',
      'bo gets a release request',
      'bo begins',
      'cy gets a release request',
      'cy begins',
      'di begins',
    ])
  })

  test('skips a waiting request that is aborted', async () => {
    const abort = new AbortController()
    const [ann, bo, cy] = [take('ann'), take('bo', 'cap', abort.signal), take('cy')]
    bo.locked.catch(() => {})
    await ann.locked
    abort.abort()
    // Releases the lock before the aborted request is notified.
    await ann.lock.unlock()
    await expect(bo.locked).rejects.toBe(ERRORS.ERR_LOCK_TIMEOUT)
    await cy.locked
    expect(calls).toEqual(['ann gets a release request', 'ann begins', 'cy begins'])
    const late = take('di', 'cap', abort.signal)
    await expect(late.locked).rejects.toBe(ERRORS.ERR_LOCK_TIMEOUT)
    expect(calls.at(-1)).toBe('cy begins')
  })

  test('times out each waiting request 30 seconds after that request began to wait', async () => {
    await take('ann').locked
    const bo = take('bo').locked.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    const cy = take('cy').locked.then(
      () => calls.push('no'),
      () => calls.push('cy gives up'),
    )
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await bo).toBe(ERRORS.ERR_LOCK_TIMEOUT)
    expect(calls).not.toContain('cy gives up')
    await vi.advanceTimersByTimeAsync(10_000)
    await cy
    expect(calls).toEqual(['ann begins', 'ann gets a release request', 'cy gives up'])
  })

  test('can be released only by its holder', async () => {
    const [ann, bo] = [take('ann'), take('bo')]
    await ann.locked
    await expect(bo.lock.unlock()).rejects.toThrow('Releasing an unlocked lock!')
    await ann.lock.unlock()
    await bo.locked
    await expect(ann.lock.unlock()).rejects.toThrow('Releasing an unlocked lock!')
    await bo.lock.unlock()
    await expect(bo.lock.unlock()).rejects.toThrow('Releasing an unlocked lock!')
  })

  test('leaves no entry, timer or listener after a release, an abort or a timeout', async () => {
    const abort = new AbortController()
    const [ann, bo, cy, di] = [
      take('ann', 'cap', abort.signal),
      take('bo'),
      take('cy', 'cap', abort.signal),
      take('di', 'cap', new AbortController().signal),
    ]
    for (const { locked } of [cy, di]) locked.catch(() => {})
    await ann.locked
    expect([locks.size, vi.getTimerCount(), getEventListeners(abort.signal, 'abort').length]).toEqual([1, 3, 1])
    abort.abort()
    await ann.lock.unlock()
    await bo.locked
    await vi.advanceTimersByTimeAsync(30_000)
    await expect(di.locked).rejects.toBe(ERRORS.ERR_LOCK_TIMEOUT)
    await bo.lock.unlock()
    await settled()
    expect([locks.size, vi.getTimerCount(), getEventListeners(abort.signal, 'abort').length]).toEqual([0, 0, 0])
  })
})
