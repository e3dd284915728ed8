import { expect, test } from 'vitest'
import { closeStore } from '../../../server/db/close-store.ts'

test('closing the store ends with the database connection, or after a timeout if the database hangs', async () => {
  const startedAt = performance.now()
  await closeStore({ destroy: () => new Promise(() => {}) }, 20)
  await closeStore({ destroy: async () => {} }, 600_000)
  expect(performance.now() - startedAt).toBeLessThan(60_000)
  await expect(closeStore({ destroy: () => Promise.reject(new Error('broken')) }, 600_000)).rejects.toThrow('broken')
})
