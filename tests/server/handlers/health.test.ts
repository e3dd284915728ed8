import { expect, test } from 'vitest'
import { createHealthHandlers } from '../../../server/handlers/health.ts'

test('responds ok while the database responds, otherwise 503 with a retry time', async () => {
  const health = (responses: boolean) =>
    createHealthHandlers({ database: async () => responses } as never).get({ params: {} }, {} as never)
  expect(await health(true)).toEqual({ status: 'ok' })
  await expect(health(false)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The database does not respond.',
    retryAfter: 1,
  })
})
