import { expect, test } from 'vitest'
import { healthHandlers } from '../../../server/handlers/health.ts'

test('a server is well as long as its database answers, and else says when to ask again', async () => {
  const health = (answers: boolean) =>
    healthHandlers({ database: async () => answers } as never).get({ params: {} }, {} as never)
  expect(await health(true)).toEqual({ status: 'ok' })
  await expect(health(false)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The database does not answer.',
    retryAfter: 1,
  })
})
