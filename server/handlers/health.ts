import type { health } from '../../src/api/contract/health.ts'
import { HttpError } from '../errors/http-error.ts'
import type { ReadinessChecks } from '../http/readiness.ts'
import type { ServiceHandlers } from './bind-routes.ts'

export const createHealthHandlers = ({ database }: ReadinessChecks): ServiceHandlers<typeof health> => ({
  async get() {
    if (await database()) return { status: 'ok' }
    throw new HttpError('UNAVAILABLE', 'The database does not respond.', undefined, 1)
  },
})
