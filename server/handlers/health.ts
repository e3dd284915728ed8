import type { health } from '../../src/api/contract/health.ts'
import type { ServiceHandlers } from '../bind.ts'
import { Refusal } from '../errors.ts'
import type { Readiness } from '../http/readiness.ts'

/** Answers once the store answers. */
export const healthHandlers = ({ database }: Readiness): ServiceHandlers<typeof health> => ({
  async get() {
    if (await database()) return { status: 'ok' }
    throw new Refusal('UNAVAILABLE', 'The database does not answer.', undefined, 1)
  },
})
