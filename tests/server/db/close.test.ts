import { expect, test } from 'vitest'
import { closeStore } from '../../../server/db/close.ts'

test('A database that does not let go is not waited for, and one that does no longer than it takes', async () => {
  const begun = performance.now()
  await closeStore({ destroy: () => new Promise(() => {}) }, 20)
  await closeStore({ destroy: async () => {} }, 600_000)
  expect(performance.now() - begun).toBeLessThan(60_000)
  await expect(closeStore({ destroy: () => Promise.reject(new Error('broken')) }, 600_000)).rejects.toThrow('broken')
})
