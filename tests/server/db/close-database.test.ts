import { expect, test } from 'vitest'
import { closeDatabase } from '../../../server/db/close-database.ts'

test('closeDatabase resolves once the connection is closed, or after a timeout if the database hangs', async () => {
  const startedAt = performance.now()
  await closeDatabase({ destroy: () => new Promise(() => {}) }, 20)
  await closeDatabase({ destroy: async () => {} }, 600_000)
  expect(performance.now() - startedAt).toBeLessThan(60_000)
  await expect(closeDatabase({ destroy: () => Promise.reject(new Error('broken')) }, 600_000)).rejects.toThrow('broken')
})
